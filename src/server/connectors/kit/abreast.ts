/** Does the same with each of several things, so many at a time. Answers come in the order of the things. */
export const abreast = async <T, R>(things: readonly T[], most: number, work: (thing: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const waiting = things.entries()
  const worker = async (): Promise<void> => {
    for (const [index, thing] of waiting) results[index] = await work(thing)
  }
  await Promise.all(Array.from({ length: Math.min(most, things.length) }, worker))
  return results
}
