import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { CreateExampleRequest, Example } from '@parlance/contract'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { withTurnId } from '../../../testing/chat-backend.ts'
import { makeAnsweredTurn, makeArea, makeExample, makeResult, makeTurn } from '../../../testing/factories.ts'
import { earlierSession, openChat } from '../../../testing/open-chat.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { at, eventStream, failure, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

const openWith = (events: ReturnType<typeof makeTurn>) =>
  openChat(server, { sessions: [earlierSession('s1', 'Older', events)] })
const findAnswer = () => screen.findByRole('article', { name: 'Answer' })

describe('messages', () => {
  it('CH-026 shows the sender of a message, its time and its files', async () => {
    const [question, ...rest] = makeAnsweredTurn('t1', 'Which products?')
    if (question === undefined) throw new Error('no question')
    await openWith([{ ...question, attachments: [{ name: 'list.csv', type: 'text/csv' }] }, ...rest])
    const asked = await screen.findByRole('article', { name: 'You asked' })
    expect(asked.textContent).toContain('Which products?')
    expect(asked.querySelector('time')?.textContent).toMatch(/^\d{1,2}:\d{2} [AP]M$/)
    expect(within(asked).getByRole('button', { name: 'Download list.csv' })).toBeDefined()
    const answer = await findAnswer()
    expect(answer.querySelector('time')?.textContent).toMatch(/^\d{1,2}:\d{2} [AP]M$/)
  })

  it('CH-027 shows action buttons from the server', async () => {
    const actions = [{ label: 'Switch to Sales', action: 'switch_area:a7', style: 'primary' }]
    const events = makeTurn('t1', 'q', [{ type: 'final', final: true, text: 'No.', actions }])
    const areas = [makeArea({ area_id: 'a1', is_default: true }), makeArea({ area_id: 'a7', area_name: 'Sales' })]
    const { user, backend } = await openChat(server, { areas, sessions: [earlierSession('s1', 'Older', events)] })
    await user.click(within(await findAnswer()).getByRole('button', { name: 'Switch to Sales' }))
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(backend.created[0]?.['user:business_area_id']).toBe('a7'))
  })

  it('removes characters that would reverse the text and numbers after them', async () => {
    const result = makeResult({ warnings: [{ kind: 'limit_reached', message: 'Not \u202Dfound\u2067: 15,264.' }] })
    await openWith(
      makeTurn('t1', 'q', [
        { call: ['execute_sql_query', {}] },
        { answer: ['execute_sql_query', result] },
        { type: 'final', final: true, text: 'Found: \u202Eexe.live\u202C, then 15,264 \u05e9\u05dc\u05d5\u05dd.' },
      ]),
    )
    const answer = await findAnswer()
    expect(answer.textContent).toContain('Found: exe.live, then 15,264 \u05e9\u05dc\u05d5\u05dd.')
    expect(answer.textContent).toContain('Not found: 15,264.')
  })

  it('CH-028 shows a trace that opens and closes', async () => {
    const { user } = await openWith(makeAnsweredTurn('t1', 'q'))
    const answer = within(await findAnswer())
    expect(answer.queryByText('1 step · 400 ms · 120 tokens')).toBeNull()
    const steps = answer.getByRole('button', { name: 'Steps', expanded: false })
    await user.click(steps)
    expect(answer.getByText('1 step · 400 ms · 120 tokens')).toBeDefined()
    await user.click(steps)
    expect(answer.queryByText('1 step · 400 ms · 120 tokens')).toBeNull()
  })

  it('CH-053 says that processing was completed if there is no summary', async () => {
    await openWith(makeTurn('t1', 'q', [{ type: 'final', final: true, text: '' }]))
    expect(await screen.findByText('Processing completed.')).toBeDefined()
  })

  it('says that no query was run if there is no summary and a parameter has no value', async () => {
    const response = { success: false, executed: false, sql_query: 'SELECT :year', unresolved_parameters: ['year'] }
    await openWith(
      makeTurn('t1', 'q', [
        { call: ['execute_sql_query', {}] },
        { answer: ['execute_sql_query', response] },
        { type: 'final', final: true, text: '' },
      ]),
    )
    const answer = await findAnswer()
    expect(answer.textContent).toContain('No query was run.')
    expect(answer.textContent).toContain('These parameters need values:year')
    expect(answer.textContent).not.toContain('results panel')
  })

  it('shows a restart of the server as a failure that can be retried', async () => {
    const events = makeTurn('t1', 'Which products?', [
      {
        type: 'error',
        final: true,
        code: 'unavailable',
        detail: 'The server restarted while it was answering this question. Please ask again.',
        actions: [{ label: 'Try again', action: 'retry', style: 'primary' }],
      },
    ])
    await openWith(events)
    const answer = await findAnswer()
    expect(answer.textContent).toContain(
      '✕The server restarted while it was answering this question. Please ask again.',
    )
    expect(within(answer).getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it('renders hostile text harmless', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202Egnp.exe'
    await openWith(makeTurn('t1', hostile, [{ type: 'final', final: true, text: hostile }]))
    const asked = await screen.findByRole('article', { name: 'You asked' })
    expect(asked.querySelector('p')?.getAttribute('dir')).toBe('auto')
    expect(asked.textContent).toContain('<img src=x')
    expect(document.querySelector('article img')).toBeNull()
  })

  it('formats a model’s text without scripts, frames, forms or images, and requests no address automatically', async () => {
    const text = [
      '# Total',
      '[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) [d](https://x.example/) https://y.example/plain me@x.example',
      '![pixel](https://x.example/p.png) ![d](data:image/png;base64,AA==)',
      '<iframe src="https://x.example"></iframe><form action="https://x.example"><input></form><style>*{display:none}</style>',
      'מכירות \u202Eabc',
    ].join('\n\n')
    await openWith(makeTurn('t1', 'q', [{ type: 'final', final: true, text }]))
    const answer = await findAnswer()
    const said = answer.querySelector('.prose')
    expect(said?.getAttribute('dir')).toBe('auto')
    expect(said?.querySelectorAll('img, iframe, form, input, style, script')).toHaveLength(0)
    const hrefs = [...(said?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual(['https://x.example/', 'https://y.example/plain', 'mailto:me@x.example'])
    expect(said?.textContent).toContain('a b c d (https://x.example/) https://y.example/plain me@x.example')
    expect(said?.querySelector('a[href^="https"]')?.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(said?.textContent).toContain('<iframe src="https://x.example">')
  })

  it('shows endlessly nested quotes unchanged', async () => {
    await openWith(makeTurn('t1', 'q', [{ type: 'final', final: true, text: `${'> '.repeat(9000)}deep` }]))
    const answer = await findAnswer()
    expect(answer.querySelector('blockquote')).toBeNull()
    expect(answer.textContent).toContain('> > > >')
  })

  it('shows an answer of a megabyte unchanged', async () => {
    const text = `**${'long '.repeat(210_000)}**`
    await openWith(makeTurn('t1', 'q', [{ type: 'final', final: true, text }]))
    const answer = await findAnswer()
    expect(answer.textContent).toContain('**long long')
    expect(answer.querySelector('strong')).toBeNull()
  })
})

describe('the hint on the first visit', () => {
  it('explains how to check the first answer until it is closed', async () => {
    const { user, unmount } = await openWith(makeAnsweredTurn('t1', 'q'))
    expect(await screen.findByText(/^To check an answer, open a part of the line below it/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Close hint' }))
    expect(screen.queryByText(/^To check an answer/)).toBeNull()
    unmount()
    await openWith(makeAnsweredTurn('t1', 'q'))
    await findAnswer()
    expect(screen.queryByText(/^To check an answer/)).toBeNull()
  })
})

describe('a conversation of ten thousand messages', () => {
  it('starts at its end, and shows earlier messages on request or on scrolling', async () => {
    const events = Array.from({ length: 5000 }, (_, index) =>
      makeTurn(`t${index}`, `Question ${index}`, [{ type: 'final', final: true, text: `Answer ${index}` }]),
    ).flat()
    const { user } = await openWith(events)
    const asked = () => screen.getAllByRole('article', { name: 'You asked' })
    expect(await screen.findByText('Answer 4999')).toBeDefined()
    expect(asked()).toHaveLength(15)
    expect(asked()[0]?.textContent).toContain('Question 4985')
    await user.click(screen.getByRole('button', { name: 'Show earlier messages (9,970)' }))
    await waitFor(() => expect(asked()).toHaveLength(30))
    const scroller = document.querySelector('[data-turns]')
    if (scroller === null) throw new Error('nothing scrolls')
    fireEvent.scroll(scroller)
    await waitFor(() => expect(asked()).toHaveLength(45))
  })
})

describe('warnings', () => {
  const warnings = [
    { kind: 'unknown_value' as const, message: "No row has 'Berln' in city; the nearest is 'Berlin'." },
    { kind: 'limit_reached' as const, message: 'Only the first 10 rows were asked for.' },
  ]
  it('shows warnings once under the answer, separate from its text', async () => {
    const text = `Nothing was found.\n\nPlease note: ${warnings.map(({ message }) => message).join(' ')}`
    await openWith(
      makeTurn('t1', 'q', [
        { call: ['execute_sql_query', {}] },
        { answer: ['execute_sql_query', makeResult({ warnings })] },
        { type: 'final', final: true, text },
      ]),
    )
    const answer = await findAnswer()
    const note = within(answer).getByText('Please note').closest('[role=status]')
    for (const { message } of warnings) expect(note?.textContent).toContain(message)
    expect(answer.textContent?.match(/No row has 'Berln'/g)).toHaveLength(1)
    expect(within(answer).getByText('Nothing was found.')).toBeDefined()
  })
})

describe("'This is right'", () => {
  const example = (status: Example['status'], change: Partial<Example> = {}): Example =>
    makeExample({ area_id: null, status, created_by: 'u1', is_own: true, may_decide: false, ...change })
  const serve = (known: Example[]) => {
    const posted: unknown[] = []
    server.use(
      http.get(at('/api/v1/examples'), () => HttpResponse.json(known)),
      http.post(at('/api/v1/examples'), async ({ request }) => {
        const body = (await request.json()) as CreateExampleRequest
        posted.push(body)
        known.push(example(body.verdict === 'wrong' ? 'wrong' : 'pending'))
        return HttpResponse.json(known[0])
      }),
      http.delete(at('/api/v1/examples/:id'), () => {
        known.splice(0)
        return HttpResponse.json({ success: true, id: 'e1' })
      }),
    )
    return posted
  }

  it('saves an answer as an example that waits for approval', async () => {
    const { user } = await openWith(makeAnsweredTurn('t1', 'q'))
    const posted = serve([])
    await user.click(await screen.findByRole('button', { name: 'This is right' }))
    expect(await screen.findByText('Right · waiting for approval')).toBeDefined()
    expect(posted).toEqual([{ turn_id: 't1' }])
    expect(screen.queryByRole('button', { name: 'This is right' })).toBeNull()
    const undo = screen.getByRole('button', { name: 'Undo' })
    await waitFor(() => expect(document.activeElement).toBe(undo))
    await user.click(undo)
    const right = await screen.findByRole('button', { name: 'This is right' })
    await waitFor(() => expect(document.activeElement).toBe(right))
  })

  it('reports an answer as wrong, until that is withdrawn', async () => {
    const { user } = await openWith(makeAnsweredTurn('t1', 'q'))
    const posted = serve([])
    await user.click(await screen.findByRole('button', { name: 'Wrong answer' }))
    await user.click(await screen.findByRole('button', { name: 'Wrong table' }))
    expect(await screen.findByText('Wrong · reported')).toBeDefined()
    expect(posted).toEqual([{ turn_id: 't1', verdict: 'wrong', reason: 'wrong_table' }])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' })))
    expect(screen.queryByRole('button', { name: 'This is right' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: 'This is right' })).toBeDefined()
    expect(screen.queryByText('Wrong · reported')).toBeNull()
  })

  it('takes a sentence and a reason from the keyboard, and reports nothing until a reason is chosen', async () => {
    const { user } = await openWith(makeAnsweredTurn('t1', 'q'))
    const posted = serve([])
    const trigger = await screen.findByRole('button', { name: 'Wrong answer' })
    await user.click(trigger)
    const first = await screen.findByRole('button', { name: 'Wrong table' })
    await waitFor(() => expect(document.activeElement).toBe(first))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Wrong table' })).toBeNull())
    expect(posted).toEqual([])
    await user.click(trigger)
    await user.type(await screen.findByLabelText(/^What should it be/), ' the fiscal year {Enter}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Wrong table' }))
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
    expect(await screen.findByText('Wrong · reported')).toBeDefined()
    expect(posted).toEqual([{ turn_id: 't1', verdict: 'wrong', reason: 'wrong_period', comment: 'the fiscal year' }])
  })

  it('says that a reported answer was corrected, which cannot be undone', async () => {
    const opening = openWith(makeAnsweredTurn('t1', 'q'))
    serve([example('wrong', { decided_at: '2026-01-02T12:00:00Z' })])
    await opening
    expect(await screen.findByText('Wrong · corrected')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it.each([
    ['approved', 'Right · approved as an example'],
    ['rejected', 'Right · not used as an example'],
  ] as const)('says that the example was %s', async (status, text) => {
    const opening = openWith(makeAnsweredTurn('t1', 'q'))
    serve([example(status)])
    await opening
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('is not offered if no query ran, and gives the reason if it is unavailable', async () => {
    const { user } = await openChat(server, {
      sessions: [earlierSession('s1', 'Older', makeAnsweredTurn('t1', 'q'))],
      answer: ({ turnId }) =>
        eventStream(withTurnId(makeTurn('x', 'Hello', [{ type: 'final', final: true, text: 'Hello.' }]), turnId)),
    })
    server.use(
      http.post(at('/api/v1/examples'), () =>
        failure(400, 'Answers about attached files cannot become verified examples.', 'bad_request'),
      ),
    )
    await user.click(await screen.findByRole('button', { name: 'This is right' }))
    expect(
      (await screen.findAllByText('Answers about attached files cannot become verified examples.')).length,
    ).toBeGreaterThan(0)
    await user.type(screen.getByLabelText('Your question'), 'Hello{Enter}')
    await screen.findByText('Hello.')
    expect(screen.getAllByRole('button', { name: 'This is right' })).toHaveLength(1)
  })
})
