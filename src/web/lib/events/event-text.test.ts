import { describe, expect, it } from 'vitest'
import { eventNames } from '#contract/events/event-names.ts'
import { appMessages } from '#web/messages/en-app.ts'

describe('the events that staff can choose from [ADMIN-03]', () => {
  it('are those that are written down, each with words of its own', () => {
    expect(Object.keys(appMessages.events)).toEqual(eventNames.map((name) => name.replaceAll('.', '_')))
    expect(new Set(Object.values(appMessages.events)).size).toBe(eventNames.length)
  })

  it('say what happened to what, also to somebody who reads the title alone', () => {
    const alone = Object.values(appMessages.events).filter(
      (title) => !/^(Account|User|Invitation|Role|Ownership|Source|Sync) /.test(title),
    )
    expect(alone).toEqual([])
  })
})
