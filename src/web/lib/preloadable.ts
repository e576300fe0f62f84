import { createElement, lazy, useState, type ComponentType } from 'react'

/**
 * A component of another file that is drawn at once where the file has arrived before. With `lazy` alone React shows the fallback even
 * then, and keeps it for 300 ms.
 */
export const preloadable = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  let loaded: ComponentType<Props> | undefined
  const preload = async (): Promise<ComponentType<Props>> => (loaded ??= await load())
  const Late = lazy(async () => ({ default: await preload() })) as ComponentType<Props>
  const Preloadable = (props: Props) => {
    // Chosen once: another component in its place would begin anew.
    const [Shown] = useState(() => loaded ?? Late)
    return createElement(Shown, props)
  }
  return Object.assign(Preloadable, { preload })
}
