// The one spinner of the whole screen. It stands in the page as it arrives and is the same element from then on, so that it never jumps or starts anew.
const splash = document.getElementById('splash')

let holders = 1

const change = (by: 1 | -1) => {
  holders += by
  splash?.toggleAttribute('hidden', holders === 0)
}

/** Shows it until the answer is called. */
export const holdSplash = () => {
  change(1)
  return () => change(-1)
}

let hasArrived = false

/** The page came with it; from the first screen on it is there only for those who hold it. */
export const leaveSplash = () => {
  if (!hasArrived) change(-1)
  hasArrived = true
}
