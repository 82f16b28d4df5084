import databaseTypes from '@parlance/contract/testing/database-types' with { type: 'json' }
import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { startTranslations } from './lib/i18n.ts'
import english from './locales/en.json' with { type: 'json' }
import { areasBackend } from './testing/areas-backend.ts'
import { chatBackend } from './testing/chat-backend.ts'
import { databasesBackend } from './testing/databases-backend.ts'
import { makeAnsweredTurn, makeSession, makeUser } from './testing/factories.ts'
import { renderApp, useTestBrowser } from './testing/render-app.tsx'
import { settingsBackend } from './testing/settings-backend.ts'
import { signedInHandlers, useTestServer } from './testing/test-server.ts'
import { usersBackend } from './testing/users-backend.ts'

const server = useTestServer()
useTestBrowser()

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'áƀçđéƒǧħíĵķłṁñóƥɋřšŧúṽŵẋýžÁƁÇĐÉƑǦĦÍĴĶŁṀÑÓƤɊŘŠŦÚṼŴẊÝŽ'

/** Accents the letters of a pattern; the names of values and of plural forms are at odd depths of braces. */
function accent(pattern: string): string {
  let depth = 0
  return pattern
    .split('')
    .map((sign) => {
      if (sign === '{') depth++
      if (sign === '}') depth--
      return depth % 2 === 0 && plain.includes(sign) ? accented[plain.indexOf(sign)] : sign
    })
    .join('')
}

beforeEach(async () => {
  const texts = Object.fromEntries(Object.keys(english).map((text) => [text, accent(text)]))
  // In Japanese, dates contain no Latin letters.
  await startTranslations({ language: 'ja', texts })
})

afterAll(() => startTranslations())

/** Strings that aren't words: names of products, formats, and keys. */
const names = ['Parlance', 'PostgreSQL', 'MySQL', 'SQLite', 'SQL', 'CSV', 'Excel', 'JSON', 'Enter', 'Esc', 'Ctrl K']

/** Every string of the server's answers, longest first. */
function useServerData(): () => string[] {
  const data = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') data.add(String(value))
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  beforeEach(() => {
    server.onAnswer(async (request, response) => {
      if (request.url.endsWith('/database-management/types')) return
      if (response.headers.get('content-type')?.includes('json')) collect(await response.json())
    })
  })
  return () => [...data].filter((text) => text.length > 1).toSorted((a, b) => b.length - a.length)
}
const serverData = useServerData()

function untranslated(): string[] {
  const texts = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (node.matches('style, script')) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(node.getAttribute(name) ?? '')
    } else if (node.parentElement?.matches('style, script, code, pre, kbd, [aria-hidden=true]') === false)
      texts.push(node.nodeValue ?? '')
  }
  const known = [...databaseTypes.map(({ name }) => name), ...names, ...serverData()]
  const rest = (text: string) => known.reduce((left, name) => left.replaceAll(name, ' '), text)
  return [...new Set(texts.filter((text) => /[A-Za-z]{2}/.test(rest(text))))]
}

const admin = makeUser({ role: 'ADMIN' })
const screens = [
  '/login',
  '/register',
  '/chat?session=s1',
  '/business-areas',
  '/databases',
  '/databases?form=new',
  '/settings',
  '/users',
  '/forgot-password',
]

it.each(screens)('%s shows no untranslated text in a pseudo-locale', async (path) => {
  const session = makeSession({ events: makeAnsweredTurn('t1', 'q') })
  server.use(
    ...areasBackend().handlers,
    ...databasesBackend().handlers,
    ...settingsBackend().handlers,
    ...usersBackend().handlers,
    ...chatBackend({ sessions: [session], user: admin }).handlers,
    ...signedInHandlers({ user: admin }),
  )
  renderApp(path, { signedIn: !/login|register|forgot/.test(path) })
  await waitFor(() => expect(screen.getAllByRole('heading').length).toBeGreaterThan(0))
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  expect(untranslated()).toEqual([])
})
