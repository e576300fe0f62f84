// Renders components like the product does, in a document without a browser. It has no layout, so sizes are set here.
import { cleanup, configure, render } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeAll } from 'vitest'
import { Providers } from '#web/app/Providers.tsx'
import { addTranslations, startTranslations } from '#web/lib/i18n.ts'
import { appMessages } from '#web/messages/en-app.ts'

const sizeOf = (element: Element) => (element.tagName === 'TR' ? { width: 800, height: 44 } : { width: 800, height: 600 })

/** Reports a size once to every observer, as a browser does after its first layout. */
class OneLayout implements ResizeObserver {
  readonly #callback: ResizeObserverCallback
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback
  }
  observe(target: Element): void {
    const { width, height } = sizeOf(target)
    const box = [{ inlineSize: width, blockSize: height }]
    const contentRect = { width, height, x: 0, y: 0, top: 0, left: 0, right: width, bottom: height, toJSON: () => ({}) }
    const entry = { target, contentRect, borderBoxSize: box, contentBoxSize: box, devicePixelContentBoxSize: box }
    queueMicrotask(() => this.#callback([entry], this))
  }
  unobserve(): void {
    // Sizes never change.
  }
  disconnect(): void {
    // Sizes never change.
  }
}

const sides = { offsetWidth: 'width', offsetHeight: 'height', clientWidth: 'width', clientHeight: 'height' } as const

const giveSizes = (view: Window & typeof globalThis) => {
  view.ResizeObserver = OneLayout
  for (const [name, side] of Object.entries(sides))
    Object.defineProperty(view.HTMLElement.prototype, name, {
      configurable: true,
      get(this: Element) {
        return sizeOf(this)[side]
      },
    })
  view.HTMLElement.prototype.getBoundingClientRect = function boxOf(this: Element) {
    const { width, height } = sizeOf(this)
    return new view.DOMRect(0, 0, width, height)
  }
}

/** Call it at the top of a test file. */
export const useDocument = () => {
  beforeAll(async () => {
    // A wait ends as soon as its condition is true; the high limit is for a busy machine.
    configure({ asyncUtilTimeout: 60_000 })
    for (const view of new Set([window, document.defaultView ?? window])) giveSizes(view)
    await startTranslations()
    addTranslations('app', appMessages)
  })
  afterEach(() => {
    cleanup()
    localStorage.clear()
  })
}

export const draw = (children: ReactNode) =>
  render(
    <Providers>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {children}
      </QueryClientProvider>
    </Providers>,
  )
