import '#web/styles/gate-controls.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/App.tsx'
import { Providers } from '#web/app/Providers.tsx'
import { startTranslations } from '#web/lib/i18n.ts'

void startTranslations()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <App />
      </Providers>
    </StrictMode>,
  )
}
