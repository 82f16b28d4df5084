import { screen, waitFor, within } from '@testing-library/react'
import { message } from '@parlance/contract'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areasBackend, makeFullArea } from '../../../testing/areas-backend.ts'
import {
  evaluationBackend,
  makeBadge,
  makeQuestion,
  makeRerun,
  makeRerunSide,
  makeResult,
  makeRun,
  makeSet,
} from '../../../testing/evaluation-backend.ts'
import { makeProviders, makeUser } from '../../../testing/factories.ts'
import { renderApp, useTestBrowser } from '../../../testing/render-app.tsx'
import { usersBackend } from '../../../testing/users-backend.ts'
import { at, failure, signedInHandlers, useTestServer } from '../../../testing/test-server.ts'
// Load them before the first test so that the imports do not use up that test's time.
import '../areas-screen.tsx'
import './evaluation-screen.tsx'

const server = useTestServer()
useTestBrowser()

const page = '/business-areas/a1/evaluation'
const area = makeFullArea({ area_id: 'a1', area_name: 'Sales' })

function open(options: Parameters<typeof evaluationBackend>[0] = {}, address = page, user = makeUser()) {
  const backend = evaluationBackend(options)
  server.use(...backend.handlers, ...areasBackend({ areas: [area] }).handlers, ...signedInHandlers({ user }))
  server.use(
    http.get(at('/api/v1/preferences/llm-options/'), () => HttpResponse.json({ providers: makeProviders() })),
    ...usersBackend().handlers,
  )
  return { ...backend, ...renderApp(address) }
}

/** Two runs of three questions: one was fixed, one was broken, one stayed wrong. */
function twoRuns() {
  const wrong = { outcome: 'wrong' as const, reason: message('The rows are right, but in a different order.') }
  const before = [
    makeResult({
      question_id: 'q1',
      question: 'Revenue per region',
      actual_sql: 'SELECT region\nFROM a\nGROUP BY region',
    }),
    makeResult({ question_id: 'q2', question: 'Top products', ...wrong }),
    makeResult({ question_id: 'q3', question: 'Late orders', ...wrong }),
  ]
  const after = [
    makeResult({
      question_id: 'q1',
      question: 'Revenue per region',
      ...wrong,
      differing_values: 1,
      actual_sql: 'SELECT region\nFROM b\nGROUP BY region',
    }),
    makeResult({ question_id: 'q2', question: 'Top products' }),
    makeResult({ question_id: 'q3', question: 'Late orders', ...wrong }),
  ]
  return {
    sets: [makeSet()],
    questions: [makeQuestion()],
    runs: [
      makeRun({ id: 'r2', number: 2, right: 1, wrong: 2, ended_at: '2026-11-22T13:10:00.000Z' }),
      makeRun({ id: 'r1', right: 1, wrong: 2 }),
    ],
    results: { r1: before, r2: after },
  }
}

describe('the page of an evaluation', () => {
  it('leads from nothing to the first question in one click', async () => {
    const { user, sent } = open()
    await user.click(await screen.findByRole('button', { name: 'Add the first question' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add questions' }))
    await user.type(dialog.getByLabelText('Question'), 'How many orders?')
    await user.type(dialog.getByRole('textbox', { name: 'Expected SQL' }), 'SELECT COUNT(*) FROM orders')
    await user.type(dialog.getByLabelText(/^Tags/), 'count, orders')
    await user.click(dialog.getByRole('button', { name: 'Add question' }))
    expect(await dialog.findByText(/^Question added\./)).toBeDefined()
    expect(sent.map(({ call }) => call)).toEqual(['create-set', 'create-question'])
    expect(sent[1]?.body).toEqual({
      question: 'How many orders?',
      tags: ['count', 'orders'],
      context: null,
      expected_sql: 'SELECT COUNT(*) FROM orders',
    })
  })

  it('reads pasted rows, and names what is wrong with them', async () => {
    const { user, sent } = open({ sets: [makeSet()] })
    await user.click(await screen.findByRole('button', { name: 'Add the first question' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add questions' }))
    await user.type(dialog.getByLabelText('Question'), 'How many?')
    await user.click(dialog.getByRole('button', { name: 'Expected rows' }))
    await user.type(dialog.getByRole('textbox', { name: 'Expected rows' }), 'region,n{Enter}North')
    await user.click(dialog.getByRole('button', { name: 'Add question' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Line 2: 1 value found, 2 expected.')
    await user.type(dialog.getByRole('textbox', { name: 'Expected rows' }), ',12')
    await user.click(dialog.getByRole('button', { name: 'Add question' }))
    await dialog.findByText(/^Question added\./)
    expect(sent.at(-1)?.body).toMatchObject({
      expected_rows: { columns: ['region', 'n'], rows: [['North', 12]], ordered: false },
    })
  })

  it('compares the last two runs: numbers, what changed, both queries, and the cells that differ', async () => {
    const options = twoRuns()
    const difference = {
      is_equal: false,
      summary: message('1 value differs.'),
      differing_values: 1,
      cells: [{ row: 0, column: 0, actual_row: 0, actual_column: 0 }],
    }
    const { sent } = open({ ...options, rerun: { ...makeRerun(), difference } })
    const panels = within(await screen.findByRole('region', { name: 'Compared runs' }))
    expect(panels.getByLabelText('Earlier run').textContent).toContain('Run 1')
    expect(panels.getAllByText('2 wrong · median 500 ms · built-in engine')).toHaveLength(2)
    const list = within(screen.getByRole('navigation', { name: 'Questions' }))
    expect((await list.findByRole('button', { name: /^Changed/ })).getAttribute('aria-pressed')).toBe('true')
    expect(list.getByRole('button', { name: /^Changed/ }).textContent).toBe('Changed2')
    expect(await list.findByText('1 fixed · 1 broken · 1 stayed wrong')).toBeDefined()
    const detail = within(screen.getByRole('region', { name: 'Question' }))
    expect(await detail.findByText('Broken in run 2.')).toBeDefined()
    expect(detail.getByText(/The rows are right, but in a different order\./)).toBeDefined()
    const second = within(await detail.findByRole('region', { name: 'Run 2' }))
    expect((await second.findByRole('cell')).textContent).toContain('(differs)')
    expect(second.getByText('1 row · 500 ms · 1 value differs')).toBeDefined()
    const tinted = detail.getByRole('region', { name: 'SQL of Run 2' }).querySelectorAll('[data-differs]')
    expect([...tinted].map(({ textContent }) => textContent)).toEqual(['FROM b'])
    expect(sent.map(({ call }) => call).toSorted()).toEqual(['rerun r1 q1', 'rerun r2 q1'])
  })

  it('says that rows differ from those of the run, and why a query did not run', async () => {
    const error = message('This query contains values that you are not allowed to read, so it cannot run as you.')
    const options = { ...twoRuns(), rerun: { is_as_in_run: false, actual: makeRerunSide({ error, results: [] }) } }
    open(options, `${page}?view=all&question=q1`)
    const detail = within(await screen.findByRole('region', { name: 'Question' }))
    expect((await detail.findAllByText(error.text)).length).toBe(2)
    expect(await detail.findByText(/^Your rows differ from those of run 2, 1,/)).toBeDefined()
  })

  it('opens a question from the list, keeps it in the address, and returns to the list', async () => {
    const { user, address } = open(twoRuns(), `${page}?view=all`)
    const list = within(await screen.findByRole('navigation', { name: 'Questions' }))
    await user.click(await list.findByRole('link', { name: /Late orders/ }))
    expect(await screen.findByRole('heading', { name: 'Late orders' })).toBeDefined()
    expect(await screen.findByText('Wrong in both runs.')).toBeDefined()
    expect(address()).toContain('question=q3')
    await user.click(screen.getByRole('button', { name: 'Back to the questions' }))
    await waitFor(() => expect(address()).not.toContain('question='))
  })

  it('searches the questions of a run, and says if none matches', async () => {
    const { user } = open(twoRuns(), `${page}?view=all`)
    const list = within(await screen.findByRole('navigation', { name: 'Questions' }))
    await waitFor(() => expect(list.getAllByRole('link')).toHaveLength(3))
    const field = list.getByRole('searchbox', { name: 'Search questions' })
    await user.type(field, 'late')
    await waitFor(() => expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toHaveLength(1))
    expect(list.getByRole('link', { name: /Late orders/ })).toBeDefined()
    await user.type(field, 'x')
    expect(await list.findByText('No questions match.')).toBeDefined()
  })

  it('renders few of 10,000 questions, and moves between them with the arrow keys', async () => {
    const questions = Array.from({ length: 10_000 }, (_, index) =>
      makeQuestion({ id: `q${index}`, question: `Question number ${index}` }),
    )
    const { user } = open({ sets: [makeSet()], questions })
    const list = await screen.findByRole('list', { name: 'Questions' })
    const first = await within(list).findByRole('link', { name: /^Question number 0\D/ })
    expect(within(list).getAllByRole('listitem').length).toBeLessThan(60)
    first.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('Question number 2')
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement?.textContent).toContain('Question number 1')
  })

  it('approves and rejects selected questions, or approves all', async () => {
    const questions = ['q1', 'q2'].map((id) => makeQuestion({ id, question: id, is_approved: false }))
    const { user, sent } = open({ sets: [makeSet()], questions })
    await user.click(await screen.findByRole('checkbox', { name: 'Select q2' }))
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ question_ids: ['q2'], approved: true }))
    await user.click(await screen.findByRole('button', { name: 'Approve all' }))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'Approve all' }))
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ approved: true }))
  })

  it('starts a run with its limits, shows its progress, and cancels it', async () => {
    const { user, sent } = open({ sets: [makeSet()], questions: [makeQuestion()] })
    await user.click(await screen.findByRole('button', { name: 'Run evaluation' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Run evaluation' }))
    await user.type(dialog.getByLabelText('Minutes'), '0')
    await user.click(dialog.getByRole('button', { name: 'Run evaluation' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Limits are whole numbers from 1.')
    await user.type(dialog.getByLabelText('Minutes'), '{Backspace}5')
    await user.click(dialog.getByRole('button', { name: 'Run evaluation' }))
    const progress = within(await screen.findByRole('region', { name: 'Run in progress' }))
    expect(sent.at(-1)?.body).toEqual({
      only_approved: true,
      budget: { questions: null, minutes: 5, tokens: null, cost: null },
    })
    expect(progress.getByText('Run 1: 0 of 3 asked, 2 right')).toBeDefined()
    await user.click(progress.getByRole('button', { name: 'Cancel run' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Run in progress' })).toBeNull())
  })

  it('starts a run in the draft of the area, and marks it', async () => {
    const options = { sets: [makeSet()], questions: [makeQuestion()], runs: [makeRun({ in_draft: true, number: 2 })] }
    const { user, sent, address } = open(options, `${page}?start=draft`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Run evaluation' }))
    const choice = dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Ask in the draft of the area/ })
    expect(choice.checked).toBe(true)
    await user.click(dialog.getByRole('button', { name: 'Run evaluation' }))
    await screen.findByRole('region', { name: 'Run in progress' })
    expect(sent.at(-1)?.body).toMatchObject({ in_draft: true })
    expect(address()).toBe(page)
    expect(screen.getByRole('option', { name: 'Run 2, draft' })).toBeDefined()
  })

  it('offers the choice of a model only to administrators', async () => {
    const options = { sets: [makeSet()], questions: [makeQuestion()] }
    const { user } = open(options, page, makeUser({ role: 'GENERAL' }))
    await user.click(await screen.findByRole('button', { name: 'Run evaluation' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Run evaluation' }))
    expect(
      dialog.getByText('You can ask as yourself or as a user with access. Leave empty for yourself.'),
    ).toBeDefined()
    expect(dialog.queryByLabelText('Provider')).toBeNull()
  })

  it('stores the limits for later runs if the user wants it', async () => {
    const { user, sent } = open({ sets: [makeSet()], questions: [makeQuestion()] })
    await user.click(await screen.findByRole('button', { name: 'Run evaluation' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Run evaluation' }))
    await user.selectOptions(await dialog.findByLabelText('Provider'), 'Built-in engine (no key)')
    await user.type(dialog.getByLabelText('Tokens'), '9')
    await user.click(dialog.getByRole('checkbox', { name: /for later runs too$/ }))
    await user.click(dialog.getByRole('button', { name: 'Run evaluation' }))
    await screen.findByRole('region', { name: 'Run in progress' })
    const model = { provider: 'builtin', model: 'builtin' }
    const budget = { questions: null, minutes: null, tokens: 9, cost: null }
    expect(sent).toEqual([
      { call: 'update-set', body: { model, budget } },
      { call: 'start', body: { model, budget, only_approved: true } },
    ])
  })

  it('shows why a run was refused', async () => {
    const { user } = open({ sets: [makeSet()], questions: [makeQuestion()] })
    const text = 'This question set already has a run in progress. Wait for its end, or cancel it.'
    server.use(http.post(at('/api/v1/business-areas/a1/evaluation/sets/s1/runs'), () => failure(409, text, 'conflict')))
    await user.click(await screen.findByRole('button', { name: 'Run evaluation' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Run evaluation' }))
    await user.click(dialog.getByRole('button', { name: 'Run evaluation' }))
    expect(await dialog.findByText(text)).toBeDefined()
  })

  it('lists the errors of a CSV file by line, and adds nothing', async () => {
    const errors = [{ line: 3, question: 'All?', message: message('Only SELECT is allowed.') }]
    const imported = { found: 2, error_count: 1, errors }
    const { user, sent } = open({ sets: [makeSet()], questions: [makeQuestion()], imported })
    await user.click(await screen.findByRole('button', { name: 'Add questions' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add questions' }))
    await user.click(dialog.getByRole('button', { name: 'CSV file' }))
    await user.upload(
      dialog.getByLabelText('File'),
      new File(['question,expected_sql'], 'mine.csv', { type: 'text/csv' }),
    )
    const alert = await dialog.findByRole('alert')
    expect(alert.textContent).toContain('1 error. Nothing was added.')
    expect(alert.textContent).toContain('Line 3 All?Only SELECT is allowed.')
    expect(dialog.getByRole('button', { name: 'Add questions' }).hasAttribute('disabled')).toBe(true)
    expect(sent.at(-1)?.body).toMatchObject({ format: 'csv', file_name: 'mine.csv', dry_run: true })
  })

  it('creates the first set only when an import is confirmed', async () => {
    const { user, sent } = open({ imported: { found: 2 } })
    await user.click(await screen.findByRole('button', { name: 'Add the first question' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add questions' }))
    await user.click(dialog.getByRole('button', { name: 'CSV file' }))
    await user.upload(dialog.getByLabelText('File'), new File(['question,expected_sql'], 'questions.csv'))
    expect(await dialog.findByText('2 new questions, no errors.')).toBeDefined()
    expect(sent.map(({ call }) => call)).toEqual(['check-file'])
    await user.click(dialog.getByRole('button', { name: 'Add questions' }))
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(['check-file', 'create-set', 'import']))
  })

  it('asks for the database of a benchmark file', async () => {
    const imported = { found: 2, databases: [{ db_id: 'concert', questions: 2 }] }
    const { user, sent } = open({ sets: [makeSet()], questions: [makeQuestion()], imported })
    await user.click(await screen.findByRole('button', { name: 'Add questions' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add questions' }))
    await user.click(dialog.getByRole('button', { name: 'Spider or BIRD' }))
    await user.upload(dialog.getByLabelText('File'), new File(['[]'], 'dev.json', { type: 'application/json' }))
    await user.selectOptions(await dialog.findByLabelText('Database of the file'), 'concert (2 questions)')
    expect(await dialog.findByText('2 new questions, no errors.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Add questions' }))
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ format: 'spider', db_id: 'concert', dry_run: false }))
  })

  it('keeps what a question expects when someone edits it who may not read all of it', async () => {
    const hidden = makeQuestion({ is_shortened: true, is_own: false, expected_sql: "SELECT 1 WHERE a = '?'" })
    const { user, sent } = open({ sets: [makeSet()], questions: [hidden] }, `${page}?question=q1`)
    await user.click(await screen.findByRole('button', { name: 'Edit question' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit question' }))
    await user.type(await dialog.findByLabelText(/^Tags/), ', more')
    await user.click(dialog.getByRole('button', { name: 'Save question' }))
    await waitFor(() => expect(sent.at(-1)?.call).toBe('update-question'))
    expect(sent.at(-1)?.body).toEqual({
      question: hidden.question,
      tags: ['count', 'more'],
      context: null,
      expected_updated_at: hidden.updated_at,
    })
  })

  it('saves the fixed date and the runs after changes', async () => {
    const { user, sent } = open({ sets: [makeSet()], questions: [makeQuestion()] })
    await user.click(await screen.findByRole('button', { name: 'Settings of the question set' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Settings of the question set' }))
    await user.type(dialog.getByLabelText('Fixed date for :today'), '2026-11-01')
    await user.click(dialog.getByRole('checkbox', { name: /^Run after the model/ }))
    await user.click(dialog.getByRole('checkbox', { name: /^Email the owner/ }))
    await user.click(dialog.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.at(-1)?.body).toMatchObject({
      today: '2026-11-01',
      runs_after_changes: true,
      alerts: true,
      prices: null,
    })
  })

  it('says when fewer answers are right than before, and shows what changed', async () => {
    const notice = {
      run_id: 'r2',
      before_run_id: 'r1',
      right: 1,
      right_before: 2,
      total: 3,
      at: '2026-11-22T13:10:00.000Z',
    }
    const { user, address } = open({ ...twoRuns(), sets: [makeSet({ notice })] }, `${page}?view=all`)
    expect(await screen.findByText(/^1 of 3 answers are right in the last run, 2 in the run before\./)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show what changed' }))
    await waitFor(() => expect(address()).toContain('view=changed'))
  })

  it('is closed to users who cannot edit the area', async () => {
    open()
    const text = "You don't have permission to do this. Ask your administrator for access."
    server.use(http.get(at('/api/v1/business-areas/a1/evaluation/sets'), () => failure(403, text, 'forbidden')))
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add the first question' })).toBeNull()
  })
})

describe('the badge of an area', () => {
  it('shows the last run of an area with a link to its evaluation, and warns if it fell', async () => {
    server.use(
      ...areasBackend({ areas: [area], badges: [makeBadge({ has_fallen: true })] }).handlers,
      ...signedInHandlers(),
    )
    renderApp('/business-areas')
    const card = await screen.findByRole('article', { name: 'Sales' })
    const badge = await within(card).findByRole('link', { name: /^42 of 45 right, today/ })
    expect(badge.getAttribute('href')).toContain('/business-areas/a1/evaluation?set=s1')
    expect(badge.textContent).toContain('Fewer answers are right than in the run before.')
  })
})
