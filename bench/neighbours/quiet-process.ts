// One call after the other, as from a user at a screen: how long they take.
import { signInByPassword } from '#server/testing/identity-client.ts'
import { demoPassword } from '../../db/seed/users.ts'
import { asker, type Ask } from './ask.ts'

const [url = '', email = '', seconds = ''] = process.argv.slice(2)

const measure = async (ask: Ask): Promise<number[]> => {
  const times: number[] = []
  const until = performance.now() + Number(seconds) * 1000
  while (performance.now() < until) {
    const started = performance.now()
    const status = await ask()
    if (status !== 200) throw new Error(`The quiet account was answered with ${status}`)
    times.push(performance.now() - started)
  }
  return times
}

const { token } = await signInByPassword(url, email, demoPassword)
const aList = await measure(asker(url, token)('/users-api/users/'))
const aSignIn = await measure(async () => {
  await signInByPassword(url, email, demoPassword)
  return 200
})
process.send?.({ 'a list': aList, 'a sign-in': aSignIn })
process.disconnect?.()
