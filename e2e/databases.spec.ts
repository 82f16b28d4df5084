import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectGoodEverywhere } from './accessible.ts'
import { ask, conversation, signIn } from './chat-page.ts'
import { demo, demonstration, expect, test, type Product } from './product.ts'

test.use({ environment: demonstration })
test.beforeEach(({ product }) => makeStaffFile(product.dataFolder))

test('takes a restricted database from its file to its deletion: add, test, activate, ask, edit, grant, revoke', async ({
  page,
  product,
  browser,
  request,
}) => {
  test.slow()
  const { colleague } = product
  await approveColleague(request, product)
  await signIn(page, product)
  const dialog = await openManagement(page, product)
  await addStaff(dialog)
  const card = dialog.getByRole('article', { name: 'Staff' })
  await expect(card.getByText('Ready', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Activate' }).click()
  await expect(dialog.getByText('Your questions now go to Staff.')).toBeVisible()
  await declineArea(page)
  await expect(card.getByText('Currently selected for queries')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'New Session - Staff' })).toBeVisible()
  await ask(page, 'How many employees are there?')
  await expect(conversation(page).getByText('There are 3 employees.', { exact: true })).toBeVisible()

  await openManagement(page, product)
  await card.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Description').fill('Who works here')
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('"Staff" was saved.')).toBeVisible()
  await card.getByRole('button', { name: 'Details' }).click()
  await expect(card.getByText('Who works here')).toBeVisible()
  await expect(card.getByText(/^2 tables · 6 columns/)).toBeVisible()

  await card.getByRole('button', { name: 'Manage Access' }).click()
  await card.getByLabel('Email address').fill(colleague.email)
  await page.getByRole('option', { name: colleague.email }).click()
  await card.getByRole('button', { name: 'Grant access' }).click()
  await expect(dialog.getByText(`Access granted to ${colleague.email}`)).toBeVisible()

  const others = await (await browser.newContext()).newPage()
  await signIn(others, product, colleague)
  const connections = await openConnections(others, product)
  await connections.getByRole('button', { name: 'Select Staff' }).click()
  await expect(connections.getByText('Your questions now go to Staff.')).toBeVisible()
  await others.goBack()
  await others.goBack()
  await expect(connections).toBeHidden()

  await card.getByRole('button', { name: 'Revoke access for bea' }).click()
  await expect(page.getByText('Revoke access for bea?')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(dialog.getByText('Access revoked successfully')).toBeVisible()
  await others.goto(`${product.address}/databases/connections`)
  await expect(others.getByText('Sample Shop', { exact: true })).toBeVisible()
  await expect(others.getByText('Staff', { exact: true })).toBeHidden()
  await others.context().close()

  await expect(card.getByRole('button', { name: 'Delete' })).toBeHidden()
  await dialog.getByRole('article', { name: 'Sample Shop' }).getByRole('button', { name: 'Activate' }).click()
  await declineArea(page)
  await card.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('"Staff" was deleted.')).toBeVisible()
  await expect(card).toBeHidden()
})

/** Every connection has an application; one without areas gets a question when it is activated. */
async function declineArea(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(/^The application of this database has no business areas yet\./)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
}

test('adds a database with only the keyboard, names its failing stage, and closes the form with Back', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.goto(`${product.address}/databases`)
  await expect(page.getByRole('article', { name: 'Sample Shop' })).toBeVisible()
  await pressUntil(page, 'Tab', page.getByRole('button', { name: 'New Database' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Nowhere')
  await page.keyboard.press('Shift+Tab')
  await pressUntil(page, 'ArrowDown', page.getByRole('radio', { name: 'SQLite' }))
  await pressUntil(page, 'Tab', page.getByLabel('Database file'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('nowhere.db')
  await page.keyboard.press('Enter')
  const form = page.getByRole('region', { name: 'Edit Database Configuration' })
  await expect(form.getByRole('list', { name: 'Last test' }).getByText('Failed')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Nowhere' }).getByText(/^Failed at /)).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
})

test('keeps the screens accessible and within the screen’s width', async ({ page, product }) => {
  test.slow()
  await signIn(page, product)
  await page.goto(`${product.address}/databases`)
  const card = page.getByRole('article', { name: 'Sample Shop' })
  await card.getByRole('button', { name: 'Details' }).click()
  await expect(card.getByText(/^6 tables ·/)).toBeVisible()
  await expectGoodEverywhere(page)
  await page.getByRole('button', { name: 'New Database' }).click()
  await page.locator('label').filter({ hasText: 'Oracle' }).click()
  await page.getByRole('button', { name: 'Save and test connection' }).click()
  await expect(page.getByText('Please fill in all required fields')).toBeVisible()
  await expectGoodEverywhere(page)
  await page.goto(`${product.address}/chat?dialog=databases`)
  await expect(page.getByRole('dialog').getByRole('article', { name: 'Sample Shop' })).toBeVisible()
  await expectGoodEverywhere(page)
  await page.goto(`${product.address}/chat?dialog=connections`)
  await expect(
    page.getByRole('dialog', { name: 'Database Connections' }).getByText('Sample Shop').first(),
  ).toBeVisible()
  await expectGoodEverywhere(page)
})

async function pressUntil(page: Page, key: string, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

async function openManagement(page: Page, { account }: Product): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(account.email) }).click()
  await page.getByRole('menuitem', { name: 'Database Management' }).click()
  return page.getByRole('dialog', { name: 'Database Management' })
}

async function openConnections(page: Page, { colleague }: Product): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(colleague.email) }).click()
  await page.getByRole('menuitem', { name: 'View Database Connections' }).click()
  return page.getByRole('dialog', { name: 'Database Connections' })
}

async function addStaff(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'New Database' }).click()
  await dialog.getByLabel('Name').fill('Staff')
  await dialog.locator('label').filter({ hasText: 'SQLite' }).click()
  await dialog.getByLabel('Database file').fill('staff.db')
  await dialog.locator('label').filter({ hasText: 'Restricted' }).click()
  await dialog.getByRole('button', { name: 'Save and test connection' }).click()
  await expect(dialog.getByText(/Connection successful · 2 tables/)).toBeVisible()
}

/** Creates a second account and approves it as the administrator. */
async function approveColleague(request: APIRequestContext, { address, colleague }: Product): Promise<void> {
  const post = async (path: string, data: object, token = '') => {
    const answer = await request.post(`${address}/api/v1/${path}`, {
      data,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.ok()).toBe(true)
    return (await answer.json()) as { access_token: string }
  }
  await post('auth/register', colleague)
  const { access_token: token } = await post('auth/login', demo)
  const users = await request.get(`${address}/api/v1/users/`, { headers: { authorization: `Bearer ${token}` } })
  const list = (await users.json()) as { user_id: string; email: string }[]
  const { user_id: id } = list.find((user) => user.email === colleague.email) ?? { user_id: '' }
  await post(`users/${id}/approve`, { role: 'GENERAL' }, token)
}

/** Creates a database with two tables in the folder where the server opens files. */
function makeStaffFile(dataFolder: string): void {
  const folder = join(dataFolder, 'databases')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'staff.db')
  rmSync(path, { force: true })
  const file = new DatabaseSync(path)
  file.exec(`
    create table departments (id integer primary key, name text);
    create table employees (id integer primary key, name text, salary real, department_id integer references departments (id));
    insert into departments values (1, 'Sales'), (2, 'Research');
    insert into employees values (1, 'Ada', 100, 1), (2, 'Bob', 90, 2), (3, 'Cy', 80, 2);
  `)
  file.close()
}
