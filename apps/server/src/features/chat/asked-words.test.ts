import type { AskedWord, ProposedDefinitions } from '@parlance/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAreaApp, type AreaApp } from '../../testing/area-app.ts'
import { appName, runRequest } from '../../testing/asking-app.ts'
import type { SignedInUser } from '../../testing/test-app.ts'
import { noteAskedWords } from '../areas/store/asked-words.ts'

let app: AreaApp
let areaId: string
let ana: SignedInUser
let ben: SignedInUser

beforeAll(async () => {
  app = await createAreaApp(null)
  const { settings, models } = app.services
  await settings.chooseOrchestration({ provider: 'builtin', model: 'builtin' }, models.list().builtin, null)
  areaId = (await app.newArea({ visibility: 'public' })).area_id
  ana = await app.signIn('GENERAL')
  ben = await app.signIn('GENERAL')
})
afterAll(() => app.close())

async function startSession(who: SignedInUser): Promise<string> {
  const state = { 'user:database_config_id': app.databaseId, 'user:business_area_id': areaId }
  const url = `/apps/${appName}/users/${who.user.id}/sessions`
  const session = await app.app.inject({ method: 'POST', url, headers: who.headers, payload: { state } })
  return session.json<{ id: string }>().id
}

async function ask(who: SignedInUser, text: string, session?: string): Promise<string> {
  const id = session ?? (await startSession(who))
  await app.app.inject({ method: 'POST', url: '/run_sse', headers: who.headers, payload: runRequest(who, id, text) })
  return id
}

const path = (part: string) => `business-areas/${areaId}/${part}`

async function asked(who = app.admin): Promise<AskedWord[]> {
  return (await app.api(who, 'GET', path('asked-words'))).json<{ words: AskedWord[] }>().words
}

test('a word that several users ask for is shown to the owner until it is rejected', async () => {
  for (let count = 0; count < 5; count++) await ask(ana, 'how many zorbified orders')
  const session = await ask(ben, 'how many zorbified orders')
  await ask(ben, 'how many zorbified orders', session)
  // Six conversations, but at most three of one user count.
  expect(await asked()).toEqual([])
  await ask(ben, 'list the zorbified orders')
  expect(await asked()).toEqual([{ phrase: 'zorbified', conversations: 5, key: '["asked","zorbified"]' }])
  expect((await app.api(ana, 'GET', path('asked-words'))).statusCode).toBe(403)
  const filters = [{ name: 'Zorbified orders', table: 'orders', condition: 'amount > 10' }]
  const defined = await app.newArea({ visibility: 'public', definitions: { filters } })
  const { db } = app.context.store
  await db.updateTable('asked_words').set({ area_id: defined.area_id }).execute()
  expect((await app.api(app.admin, 'GET', `business-areas/${defined.area_id}/asked-words`)).json()).toEqual({
    words: [],
  })
  await db.updateTable('asked_words').set({ area_id: areaId }).execute()
  await app.api(app.admin, 'POST', path('reject-proposals'), { keys: ['["asked","zorbified"]'] })
  expect(await asked()).toEqual([])
})

test('a name is not noted, and a word is forgotten with its conversation', async () => {
  await ask(ana, 'orders of Zacharias')
  const session = await ask(ana, 'show the quuxed orders')
  const phrases = async () =>
    (await app.context.store.db.selectFrom('asked_words').select('phrase').distinct().execute()).map(
      (row) => row.phrase,
    )
  expect((await phrases()).toSorted()).toEqual(['quuxed', 'zorbified'])
  const url = `/apps/${appName}/users/${ana.user.id}/sessions/${session}`
  await app.app.inject({ method: 'DELETE', url, headers: ana.headers })
  expect(await phrases()).toEqual(['zorbified'])
})

test('a proposal for a phrase says what it may mean, with the phrase as a synonym', async () => {
  const answer = await app.api(app.admin, 'POST', path('propose-definitions'), { phrase: 'order amount' })
  const [first, ...rest] = answer.json<ProposedDefinitions>().proposals
  expect(first?.item).toMatchObject({
    kind: 'metric',
    value: { name: 'Total order amount', synonyms: ['order amount'] },
  })
  expect(rest).toEqual([])
  const none = await app.api(app.admin, 'POST', path('propose-definitions'), { phrase: 'zorbified' })
  expect(none.json<ProposedDefinitions>().proposals).toEqual([])
})

test('words of questions in a draft are not noted', async () => {
  const session = await ask(ana, 'how many plumbated orders')
  const { db } = app.context.store
  const turn = await db.selectFrom('turns').select('id').where('session_id', '=', session).executeTakeFirstOrThrow()
  const noted = async (phrase: string) => {
    await noteAskedWords(db, { turnId: turn.id, phrases: [phrase], now: new Date() })
    return (await db.selectFrom('asked_words').selectAll().where('phrase', '=', phrase).execute()).length
  }
  expect(await noted('outside')).toBe(1)
  await db.updateTable('turns').set({ in_draft: 1 }).where('id', '=', turn.id).execute()
  expect(await noted('inside')).toBe(0)
})
