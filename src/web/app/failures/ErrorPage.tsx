import { BrokenPage } from './BrokenPage.tsx'

/** Replaces a page that crashed or could not be downloaded; everything around it keeps working. */
export const ErrorPage = ({ error }: { error: unknown }) => (
  <div role="alert">
    <BrokenPage error={error} />
  </div>
)
