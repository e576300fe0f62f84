/** Downloads a file with the browser. */
export const saveFile = (content: Blob, name: string) => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers begin to read the file only later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
