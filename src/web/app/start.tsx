import '#web/styles/gate-controls.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, preloadFirst } from '#web/app/App.tsx'
import { Providers } from '#web/app/Providers.tsx'
import { startTranslations } from '#web/lib/i18n.ts'

void startTranslations()

const draw = () => {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <App />
      </Providers>
    </StrictMode>,
  )
}

// A part that failed to download is requested again by the component that renders it, which also reports a second failure.
void preloadFirst().then(draw, draw)
