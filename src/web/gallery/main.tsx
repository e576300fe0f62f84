// Every component in all its states, for development and tests. The build starts from the product's own page, so it does not contain this.
import '#web/styles/gate-controls.ts'
import '#web/styles/app-controls.ts'
import '#web/ui/fields/select-styles.ts'
import '#web/ui/page/tabs-styles.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from '#web/app/Providers.tsx'
import { addTranslations, startTranslations } from '#web/lib/i18n.ts'
import { appMessages } from '#web/messages/en-app.ts'
import { ToastArea } from '#web/ui/toasts/ToastArea.tsx'

void startTranslations()
addTranslations('app', appMessages)

// Components add their texts when they are loaded, so they load after the translations have started.
const { Gallery } = await import('./Gallery.tsx')

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <QueryClientProvider client={queryClient}>
          <Gallery />
          <ToastArea />
        </QueryClientProvider>
      </Providers>
    </StrictMode>,
  )
}
