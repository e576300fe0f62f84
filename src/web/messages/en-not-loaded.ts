/** Shown when the program itself could not be downloaded, translations included. */
export const notLoadedMessages = {
  text: "This page didn't load. Check your connection, then reload.",
  reload: 'Reload',
} as const
