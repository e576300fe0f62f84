import { Component, type ReactNode } from 'react'
import { BrokenPage } from './BrokenPage.tsx'

interface State {
  failure: { error: unknown } | null
}

/** The last net: something failed outside every page. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return (
      <main>
        <BrokenPage error={failure.error} heading="h1" />
      </main>
    )
  }
}
