import { ask, conversation, results, signIn } from './chat-page.ts'
import { demonstration, expect, test } from './product.ts'
import { useModel } from './scripted-model.ts'

test.use({ environment: demonstration })

const thought = 'I compare the counts of the statuses and look for the largest one.'
const query = 'SELECT status, COUNT(*) AS orders FROM orders GROUP BY status'

test('the thinking of a model is shown until the turn ends, and never again', async ({ page, product }) => {
  const end = await useModel(product.address, (request) => {
    if (!request.text.includes('"role":"tool"'))
      return { toolCalls: [{ name: 'execute_sql_query', args: { sql_query: query } }] }
    if (request.text.includes('Which status is slow?'))
      return { text: [`<think>${thought} `, 'Then ', 'I ', 'look'], stallAfter: 2 }
    return { text: ['<think>Easy. </think>', '{r1.status[max orders]} has the most orders: {r1.orders[max orders]}.'] }
  })
  try {
    await signIn(page, product)
    await ask(page, 'Which status is slow?')
    await expect(conversation(page).getByText(thought)).toBeVisible()
    await conversation(page).getByRole('button', { name: 'Stop' }).click()
    await expect(conversation(page).getByText('Operation cancelled by user', { exact: true })).toBeVisible()
    await expect(conversation(page).getByText(thought)).toHaveCount(0)
    await page.reload()
    await expect(conversation(page).getByText('Operation cancelled by user', { exact: true })).toBeVisible()
    await expect(page.getByText(thought)).toHaveCount(0)

    await ask(page, 'Which status has the most orders?')
    await expect(
      conversation(page)
        .getByText(/ has the most orders: /)
        .first(),
    ).toBeVisible()
    await conversation(page).getByTitle('Show its rows').last().click()
    await expect(results(page).getByRole('columnheader', { name: /orders/ })).toBeVisible()
    await expect(page.getByText(/\{r1|<think/)).toHaveCount(0)
  } finally {
    await end()
  }
})
