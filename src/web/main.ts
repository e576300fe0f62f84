// The first script, so it stays small: nothing else may be imported here.
import { makeFirstCalls } from '#web/app/first-calls.ts'
import { reloadOnce } from '#web/lib/missing-part.ts'
import { notLoadedMessages } from '#web/messages/en-not-loaded.ts'

/** A newer version may have replaced the file, which a reload repairs. If it does not, a message replaces the spinner. */
const onNotLoaded = () => {
  if (navigator.onLine && reloadOnce()) return
  const reload = document.createElement('button')
  reload.type = 'button'
  reload.textContent = notLoadedMessages.reload
  reload.addEventListener('click', () => location.reload())
  const notice = document.createElement('span')
  notice.append(notLoadedMessages.text, ' ', reload)
  document.getElementById('splash')?.replaceChildren(notice)
}

void makeFirstCalls().catch(() => undefined)
import('#web/app/start.tsx').catch(onNotLoaded)
