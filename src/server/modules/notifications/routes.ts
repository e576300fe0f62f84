import { getMailPreferences, listNotifications, readNotifications, setEmailPreferences } from '#contract/notifications.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as notifications from './service.ts'

export const notificationRoutes = (): Served[] => [
  serve(listNotifications, ({ query }, context) => notifications.listNotifications(context, query)),
  serve(readNotifications, ({ body }, context) => notifications.readNotifications(context, body.ids)),
  serve(getMailPreferences, (_input, context) => notifications.getMailPreferences(context)),
  serve(setEmailPreferences, ({ body }, context) => notifications.setEmailPreferences(context, body)),
]
