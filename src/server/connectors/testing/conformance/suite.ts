// The tests for every connector of any vendor. A new connector is done when it passes them.
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { objectsOf, type Connector } from '../../kit/connector.ts'
import { describeAccess } from './access.ts'
import { describeAds } from './ads.ts'
import { describeChanges } from './changes.ts'
import { describePages } from './pages.ts'
import { startSource, type Source } from './source.ts'
import { describeStrangeAnswers } from './strange-answers.ts'
import { describeStreams } from './streams.ts'
import { describeTrouble } from './trouble.ts'

export const describeConformance = (connector: Connector): void => {
  const { name } = connector.manifest
  const readsRecords = objectsOf(connector).length > 0
  describe(`The connector of ${name}`, () => {
    let source: Source | undefined
    const theSource = (): Source => {
      if (!source) throw new Error('The bench is not up')
      return source
    }
    beforeAll(async () => {
      source = await startSource(connector)
    })
    beforeEach(() => {
      const { bench } = theSource()
      bench.vendor.faults.clear()
      bench.waited.length = 0
    })
    afterAll(() => source?.bench.close())

    describeAccess(connector, theSource)
    describePages(theSource)
    if (readsRecords) describeStreams(theSource)
    describeTrouble(theSource)
    describeStrangeAnswers(theSource)
    if (readsRecords) describeChanges(theSource)
    if (connector.adAccounts) describeAds(theSource)
  })
}
