/** The average processor time of a call, in milliseconds. Other processes do not count. */
export const processorTimeOf = (times: number, act: () => unknown): number => {
  const started = process.threadCpuUsage()
  for (let time = 0; time < times; time += 1) act()
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1000 / times
}
