import type { Page } from '@playwright/test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startModelStandIn } from '../apps/server/src/testing/model-stand-ins/stand-in.ts'
import { expectGoodEverywhere } from './accessible.ts'
import { composer, results, signIn } from './chat-page.ts'
import { Hand } from './hand.ts'
import { demonstration, expect, test } from './product.ts'
import { expectDialogReturnsFocus, expectReachable } from './reachable.ts'

// It changes the model, and counts users and databases.
test.use({ environment: demonstration, isShared: false })

const invited = ['ann', 'bob', 'cleo', 'dan', 'eve'].map((name) => `${name}@example.com`).join(', ')
const budget = { name: 'budget.csv', mimeType: 'text/csv', buffer: Buffer.from('team,amount\nSales,10\nSupport,20\n') }
const total = 'SELECT SUM(amount) AS total FROM budget'

test('takes an administrator through the first day with few clicks, on accessible pages', async ({
  page,
  product,
}, info) => {
  test.slow()
  const standIn = await startModelStandIn('openai-compatible', (request) =>
    request.text.includes('"confirm"')
      ? { toolCalls: [{ name: 'confirm', args: { ready: true } }] }
      : { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: total } }] },
  )
  const hand = new Hand(info)
  const { go, button, dialog, files } = partsOf(page, hand)
  try {
    await signIn(page, product)

    await hand.step('Open the administration', { clicks: 2, fields: 0 }, async () => {
      await hand.click(page.getByRole('button', { name: new RegExp(product.account.email) }))
      await hand.click(page.getByRole('menuitem', { name: 'Overview' }))
    })

    await hand.step('Make two groups', { clicks: 7, fields: 2 }, async () => {
      await go('Users and groups')
      for (const name of ['Sales', 'Support']) {
        await hand.click(page.getByRole('link', { name: /^Groups/ }))
        await hand.click(button('New group'))
        await hand.type(dialog.getByLabel('Name'), name)
        await hand.click(button('Create group'))
        await expect(page.getByRole('heading', { name })).toBeVisible()
      }
    })

    await hand.step('Invite five people into a group', { clicks: 7, fields: 1 }, async () => {
      await hand.click(page.getByRole('link', { name: 'Users', exact: true }))
      await hand.click(button('Invite users'))
      await hand.type(dialog.getByLabel('Email addresses'), invited)
      await hand.click(dialog.getByRole('combobox', { name: 'Group' }))
      await hand.click(page.getByRole('option', { name: /^Sales/ }))
      await hand.click(button('Send 5 invitations'))
      await hand.click(button('Copy all links'))
      await hand.click(button('Done'))
      await expect(page.getByText('6 of 6 users')).toBeVisible()
    })

    await hand.step('Limit the questions of everyone', { clicks: 3, fields: 1 }, async () => {
      await hand.click(page.getByRole('checkbox', { name: 'Select all users on this page' }))
      await hand.click(button('Set daily limit'))
      await hand.type(dialog.getByLabel('Daily query limit'), '50')
      await hand.click(dialog.getByRole('button', { name: 'Set daily limit' }))
      await expect(page.getByText('6 users were changed.')).toBeVisible()
    })

    await hand.step('Add two databases from files to the sample', { clicks: 9, fields: 0 }, async () => {
      await go('Databases')
      for (const [name, file] of [
        ['Staff', staffFile()],
        ['Budget', budget],
      ] as const) {
        await hand.chooseFile(files, file)
        const form = page.getByRole('region', { name: 'Uploaded files' })
        await hand.click(form.getByText('Public', { exact: true }))
        await hand.click(form.getByRole('button', { name: 'Create database' }))
        await expect(page.getByText(`"${name}" was created.`)).toBeVisible()
      }
    })

    await hand.step('Choose a model', { clicks: 4, fields: 2 }, async () => {
      await go('Models')
      const model = page.getByRole('region', { name: 'Orchestration model' })
      await hand.choose(model.getByLabel('Provider'), 'OpenAI-compatible')
      await hand.type(model.getByLabel('Model'), 'scripted')
      await hand.type(model.getByLabel('Base URL'), standIn.baseUrl)
      await hand.click(model.getByRole('button', { name: 'Save model' }))
      await expect(page.getByRole('region', { name: 'Models in use' }).getByText('scripted')).toBeVisible()
    })

    await hand.step('Make two areas', { clicks: 6, fields: 0 }, async () => {
      for (const name of ['Staff', 'Budget']) {
        await go('Business areas')
        await hand.click(page.getByRole('link', { name: `Propose areas for ${name}`, exact: true }))
        await hand.click(button('Accept 1 area'))
        await expect(button('Ask a question')).toBeVisible()
      }
    })

    await hand.step('Ask the first question', { clicks: 1, fields: 1 }, async () => {
      await hand.click(button('Ask a question'))
      await hand.type(composer(page), 'What is the total budget?')
      await page.keyboard.press('Enter')
      await expect(results(page).getByRole('gridcell', { name: '30', exact: true })).toBeVisible()
    })

    await checkPages(page, product.address)
  } finally {
    await standIn.close()
  }
})

const pages = [
  ...['llm', 'environment', 'license', 'users'].map((tab) => `/settings?tab=${tab}`),
  '/overview',
  '/databases',
  '/business-areas',
  '/business-areas/approvals',
  '/users',
  '/users/groups',
  '/users/waiting',
  '/users/api-access',
  '/models',
  '/models/costs',
  '/settings/email',
  '/settings/registration',
  '/settings/sign-in',
  '/settings/visualization',
  '/settings/conversations',
  '/settings/license',
  '/settings/profile',
  '/conversations',
  '/audit',
  '/audit/settings',
]

/** Buttons that open dialogs: one whose field takes the focus, one by the address, one with a list, and one in a card. */
const dialogs = [
  ['/users', 'Invite users'],
  ['/users/groups', 'New group'],
  ['/users?view=cards', 'Manage database and business area access'],
  ['/business-areas', 'Import'],
] as const

/** Checks every page of the administration, filled with what the day left, on a phone and a desktop, and by keyboard. */
async function checkPages(page: Page, address: string): Promise<void> {
  const links = new Set(pages)
  for (const path of ['/databases', '/business-areas', '/users/groups']) {
    await page.goto(address + path)
    const deeper = page.locator(`main a[href^="${path}/"]:not([href*="/propose/"])`).first()
    const link = await deeper.getAttribute('href')
    if (link !== null) links.add(link)
  }
  for (const path of links) {
    await test.step(path, async () => {
      await page.goto(address + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      await expectGoodEverywhere(page)
      await expectReachable(page)
    })
  }
  for (const [path, name] of dialogs) {
    await page.goto(address + path)
    await expectDialogReturnsFocus(page, page.getByRole('main').getByRole('button', { name }).first())
  }
}

function partsOf(page: Page, hand: Hand) {
  const navigation = page.getByRole('navigation', { name: 'Administration' })
  return {
    go: (name: string) => hand.click(navigation.getByRole('link', { name })),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    dialog: page.getByRole('dialog'),
    files: page.locator('input[type=file]').first(),
  }
}

/** A SQLite file with two tables, as users have one. */
function staffFile() {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-e2e-'))
  const path = join(folder, 'staff.db')
  const file = new DatabaseSync(path)
  file.exec(`
    create table teams (id integer primary key, name text);
    create table employees (id integer primary key, name text, team_id integer references teams (id));
    insert into teams values (1, 'Sales'), (2, 'Support');
    insert into employees values (1, 'Ada', 1), (2, 'Bob', 2);
  `)
  file.close()
  const buffer = readFileSync(path)
  rmSync(folder, { recursive: true })
  return { name: 'staff.db', mimeType: 'application/vnd.sqlite3', buffer }
}
