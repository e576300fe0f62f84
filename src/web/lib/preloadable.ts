import { createElement, lazy, useState, type ComponentType } from 'react'

/**
 * A component of another file that renders immediately when the file is already loaded. With `lazy` alone React would show the fallback
 * even then, for 300 ms.
 */
export const preloadable = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  let loaded: ComponentType<Props> | undefined
  const preload = async (): Promise<ComponentType<Props>> => (loaded ??= await load())
  const Late = lazy(async () => ({ default: await preload() })) as ComponentType<Props>
  const Preloadable = (props: Props) => {
    // Chosen once: another component in its position would lose its state.
    const [Shown] = useState(() => loaded ?? Late)
    return createElement(Shown, props)
  }
  return Object.assign(Preloadable, { preload })
}
