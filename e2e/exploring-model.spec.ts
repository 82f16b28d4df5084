import { readFile } from 'node:fs/promises'
import type { ScriptedReply } from '../apps/server/src/testing/model-stand-ins/wire.ts'
import { ask, conversation, results, signIn, steps } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'
import { useModel } from './scripted-model.ts'

test.use({ environment: demonstration })

const call = (name: string, args: object) => ({ name, args: { ...args } })

/** Explores, reads two results at the same time, combines them, and draws the third. */
const script: ScriptedReply[] = [
  {
    toolCalls: [
      call('sample_rows', { table_name: 'orders' }),
      call('look_up_values', { texts: ['delivered', 'atlantis'] }),
    ],
  },
  {
    toolCalls: [
      call('execute_sql_query', {
        sql_query: "SELECT status, COUNT(*) AS orders FROM orders WHERE status <> 'x' GROUP BY status",
        reading: 'Orders by status',
      }),
      call('execute_sql_query', { sql_query: 'SELECT COUNT(*) AS all_orders FROM orders' }),
    ],
  },
  {
    toolCalls: [
      call('compute_results', {
        sql_query:
          'SELECT r2.status, r2.orders, ROUND(100.0 * r2.orders / r3.all_orders, 2) AS percent FROM r2, r3 ORDER BY percent DESC',
        reading: 'The share of each status in all orders',
      }),
    ],
  },
  {
    toolCalls: [
      call('draw_chart', {
        result: 'r4',
        type: 'bar',
        x: 'status',
        y: ['orders'],
        sort: 'descending',
        title: 'Orders by <b>status</b>',
      }),
    ],
  },
  { text: ['{r4.status[max orders]} has the most orders: ', '{r4.orders[max orders]}.'] },
]

test('a model explores, computes over its results, and its chart survives a reload', async ({ page, product }) => {
  let calls = 0
  const end = await useModel(product.address, () => script[calls++] ?? { text: ['Done.'] })
  try {
    await signIn(page, product)
    await ask(page, 'Orders by status as a share of all orders')
    await expect(conversation(page).getByText(/^delivered has the most orders: [\d,]+\.$/)).toBeVisible()
    for (const moment of ['now', 'reloaded']) {
      if (moment === 'reloaded') await page.reload()
      const chart = results(page).getByRole('figure')
      await expect(chart).toHaveAccessibleName('Bar chart: orders by status. The table lists the values.')
      await expect(chart.getByText('Orders by <b>status</b>')).toBeVisible()
      await expect(results(page).getByRole('button', { name: 'Edit SQL' })).toHaveCount(0)
      await expect(results(page).getByRole('columnheader', { name: /percent/ })).toBeVisible()
    }
    const download = page.waitForEvent('download')
    await results(page).getByRole('button', { name: 'Export CSV' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toMatch(
      /^\uFEFFstatus,orders,percent\r\ndelivered,\d+,/,
    )
    await steps(page).click()
    await expect(conversation(page).getByText(/6 steps/)).toBeVisible()
    await expect(conversation(page).getByText('Computed with the results')).toBeVisible()
    await expect(conversation(page).getByText('“delivered”, “atlantis”')).toBeVisible()
    await conversation(page).getByRole('button', { name: 'Show rows' }).first().click()
    await expect(results(page).getByText('Showing the first 5 rows')).toBeVisible()
  } finally {
    await end()
  }
})
