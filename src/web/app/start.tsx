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

// A part that did not arrive is asked for again by whoever draws it, and they say so where it does not come.
void preloadFirst().then(draw, draw)
