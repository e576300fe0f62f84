import { describe, expect, it } from 'vitest'
import { eventNames } from '#contract/events/event-names.ts'
import { appMessages } from '#web/messages/en-app.ts'

describe('The events that staff can filter by [ADMIN-03]', () => {
  it('are the events that are recorded, each with its own title', () => {
    expect(Object.keys(appMessages.events)).toEqual(eventNames.map((name) => name.replaceAll('.', '_')))
    expect(new Set(Object.values(appMessages.events)).size).toBe(eventNames.length)
  })

  it('have titles that name the object and what happened to it', () => {
    const alone = Object.values(appMessages.events).filter(
      (title) =>
        !/^(Account|User|Invitation|Connection|Criteria|Exclusion|Endpoint|Role|Ownership|Source|Sync|Ghost company) /.test(
          title,
        ),
    )
    expect(alone).toEqual([])
  })
})
