import { BrokenPage } from './BrokenPage.tsx'

/** Takes the place of a page that crashed or could not be downloaded; everything around it goes on working. */
export const ErrorPage = ({ error }: { error: unknown }) => (
  <div role="alert">
    <BrokenPage error={error} />
  </div>
)
