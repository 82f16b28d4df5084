import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startOracle } from '@parlance/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createManagedApp } from '../../testing/managed-app.ts'
import type { ManagedApp } from '../../testing/managed-app.ts'

let app: ManagedApp
let oracle: Awaited<ReturnType<typeof startOracle>>

beforeAll(async () => {
  app = await createManagedApp(null)
  oracle = await startOracle()
})
afterAll(async () => {
  await app.close()
  await oracle.stop()
})

const testIt = async (form: object) => {
  const { id } = await app.create(form)
  const answer = (await app.call(app.admin, 'POST', `configurations/${id}/test`)).json()
  const card = (await app.call(app.admin, 'GET', `configurations/${id}`)).json()
  // The card repeats the advice for users who come later.
  expect(card.test_advice).toBe(answer.advice)
  return answer
}

test('AC-125 AC-346 says which mode Oracle uses, and what to do if it is the other one', async () => {
  const { host, port, database, username, password } = oracle.config
  const form = { db_type: 'oracle', host, port, database, username, password }
  const thin = await testIt({ ...form, name: 'Thin', extra_params: { sid: 'SHOP' } })
  expect(thin).toMatchObject({ success: true, table_count: 5 })
  const folder = join(app.context.config.dataDir, 'instantclient')
  mkdirSync(folder)
  const thickParams = { sid: 'SHOP', use_thick_mode: true, oracle_client_lib_dir: folder }
  const thick = await testIt({ ...form, name: 'Thick', extra_params: thickParams })
  expect(thick).toMatchObject({
    success: false,
    message:
      "Could not use this connection: This server already uses Oracle's thin mode and can use only one mode at a time. Restart it to use thick mode for all Oracle connections.",
    advice: expect.stringMatching(
      /^Choose the mode that this server already uses, or restart the server to change the mode\./,
    ),
  })
  expect(await testIt({ ...form, name: 'Thin again', extra_params: { sid: 'SHOP' } })).toMatchObject({ success: true })
})

describe('a test of a service with a key file', () => {
  const file = (name: string, content: string) => {
    const path = join(app.context.config.dataDir, name)
    writeFileSync(path, content)
    return path
  }
  const sheets = { db_type: 'googlesheets', spreadsheet_id: 'one' }
  const bigquery = { db_type: 'bigquery', extra_params: { project_id: 'shop', dataset: 'sales' } }

  const newKey = /^Create a new JSON key/
  test.each([
    ['not JSON', 'not { json'],
    ['another kind of JSON', '{"type": "external_account"}'],
    ['empty', ''],
  ])('says what to do about a key file that is %s', async (title, content) => {
    const credentials_path = file(`${title}.json`, content)
    for (const form of [sheets, bigquery]) {
      expect(await testIt({ ...form, name: `${form.db_type} ${title}`, credentials_path })).toMatchObject({
        success: false,
        stage: 'sign-in',
        message: expect.stringMatching(/^Could not sign in: The file .* isn't the JSON key of a service account/),
        advice: expect.stringMatching(newKey),
      })
    }
  })

  test('says what to do about a missing key file', async () => {
    for (const form of [sheets, bigquery]) {
      const credentials_path = join(app.context.config.dataDir, 'gone.json')
      expect(await testIt({ ...form, name: `${form.db_type} gone`, credentials_path })).toMatchObject({
        success: false,
        stage: 'resolve',
        message: expect.stringMatching(/No credentials file was found at/),
        advice: expect.stringMatching(/^Check the path to the credentials file/),
      })
    }
  })

  test('says what to do about a Snowflake account that is a URL', async () => {
    const form = { db_type: 'snowflake', name: 'Address', database: 'D', username: 'u' }
    expect(await testIt({ ...form, password: 'p', extra_params: { account: 'https://x' } })).toMatchObject({
      success: false,
      stage: 'resolve',
      message: expect.stringMatching(/Enter the part of the address before/),
      advice: expect.stringMatching(/^Enter the part of your Snowflake address/),
    })
  })
})
