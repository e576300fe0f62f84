import { lazyRouteComponent } from '@tanstack/react-router'
import { asMissingPart } from '#web/lib/missing-part.ts'

/** A page that is downloaded when it is opened. A failed download becomes an error that the error page can repair. */
export const lazyPage: typeof lazyRouteComponent = (load, ...rest) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw asMissingPart(error)
      }),
    ...rest,
  )
