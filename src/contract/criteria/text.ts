/** How values of a CRM are compared everywhere: without case, surrounding spaces and forms of the same letter. Empty is not set. */
export const comparable = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
