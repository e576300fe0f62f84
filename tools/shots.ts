// npm run shots: screenshots of every route of every demo account at 1280 and 390 px, light and dark, in shots/ with an overview page.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { offeredUsers } from '../db/seed/users.ts'
import { isPublicPath, paths } from '#web/paths.ts'
import { projectRoot } from '#server/platform/config.ts'
import { openPage, settle, signInAs, withDemo, type Demo } from './screens.ts'

interface Shot {
  who: string
  route: string
  file: string
}

const folder = join(projectRoot, 'shots')
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const
const schemes = ['light', 'dark'] as const
const routes = Object.values(paths)

const nameOf = (who: string, route: string): string =>
  `${who} ${route === '/' ? 'start' : route}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const take = async (page: Page, shot: { who: string; route: string }): Promise<Shot[]> => {
  const base = nameOf(shot.who, shot.route)
  const taken: Shot[] = []
  for (const scheme of schemes)
    for (const size of sizes) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))')
      const file = `${base}-${size.width}-${scheme}.png`
      await page.screenshot({ path: join(folder, file), fullPage: true })
      taken.push({ ...shot, file })
    }
  return taken
}

const visit = async (page: Page, who: string, open: readonly string[]): Promise<Shot[]> => {
  const taken: Shot[] = []
  for (const route of open) {
    await page.goto(route)
    await settle(page)
    const isClosed = await page.getByRole('heading', { name: "You don't have access to this page" }).isVisible()
    const wasRedirected = new URL(page.url()).pathname !== route
    if (!isClosed && !wasRedirected) taken.push(...(await take(page, { who, route })))
  }
  return taken
}

const gateShots = async (demo: Demo): Promise<Shot[]> => {
  const page = await openPage(demo)
  const screens: [string, () => Promise<void>][] = [
    ['choice', async () => {}],
    ['sign-in', () => page.getByRole('button', { name: 'Sign in', exact: true }).click()],
    ['reset', () => page.getByRole('button', { name: 'Reset password' }).click()],
  ]
  await page.goto('/')
  const taken: Shot[] = []
  for (const [route, open] of screens) {
    await open()
    await settle(page)
    taken.push(...(await take(page, { who: 'gate', route })))
  }
  await page.goto('/')
  await page.getByRole('button', { name: /I am an agency/ }).click()
  taken.push(...(await take(page, { who: 'gate', route: 'sign-up' })))
  taken.push(...(await visit(page, 'public', routes.filter(isPublicPath))))
  await page.context().close()
  return taken
}

const userShots = async (demo: Demo, name: string): Promise<Shot[]> => {
  const page = await openPage(demo)
  await signInAs(page, name)
  const taken = await visit(
    page,
    name,
    routes.filter((route) => !isPublicPath(route)),
  )
  await page.context().close()
  return taken
}

const indexOf = (shots: readonly Shot[]): string => {
  const groups = Object.entries(Object.groupBy(shots, ({ who, route }) => `${who}: ${route}`))
  const section = ([title, group]: [string, Shot[] | undefined]) =>
    `<h2>${title}</h2><div class="row">${(group ?? []).map(({ file }) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`).join('')}</div>`
  return `<!doctype html><meta charset="utf-8"><title>Shots</title><style>body{font:14px/20px system-ui;margin:24px}.row{display:flex;gap:16px;align-items:flex-start}
img{max-height:420px;border:1px solid #ccc}h2{font-size:16px}</style><h1>Every route</h1>${groups.map(section).join('')}`
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await withDemo(async (demo) => {
  const shots = await gateShots(demo)
  for (const { name, lastname } of offeredUsers) {
    shots.push(...(await userShots(demo, `${name} ${lastname}`)))
    console.log(`${name} ${lastname}: ${shots.length} pictures so far`)
  }
  writeFileSync(join(folder, 'index.html'), indexOf(shots))
  console.log(`${shots.length} pictures in shots/, side by side in shots/index.html`)
})
