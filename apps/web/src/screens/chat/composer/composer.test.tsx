import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { RunRequest } from '@parlance/contract'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withTurnId } from '../../../testing/chat-backend.ts'
import { makeAnsweredTurn, makeResult } from '../../../testing/factories.ts'
import { earlierSession, openChat } from '../../../testing/open-chat.tsx'
import { useTestBrowser } from '../../../testing/render-app.tsx'
import { at, failure, openStream, useTestServer } from '../../../testing/test-server.ts'

const server = useTestServer()
useTestBrowser()

afterEach(() => vi.restoreAllMocks())

const csv = (name: string, text = 'a,b\n1,2\n') => new File([text], name, { type: 'text/csv' })
const chips = () => screen.findByRole('list', { name: 'Attached files' })
const picker = () => screen.getByLabelText<HTMLInputElement>('Files to attach')

/** Makes POST /run answer with a whole turn; records the requests. */
function answerRuns(attachments: { name: string; type: string }[] = []) {
  const runs: RunRequest[] = []
  server.use(
    http.post(at('/run'), async ({ request }) => {
      const body = (await request.json()) as RunRequest
      runs.push(body)
      const [first, ...rest] = withTurnId(makeAnsweredTurn('x', 'What is in it?'), body.turnId)
      return HttpResponse.json([{ ...first, attachments }, ...rest])
    }),
  )
  return runs
}

describe('writing', () => {
  it('CH-030 grows from 60 px with its text and stops at 150 px', async () => {
    const { composer } = await openChat(server)
    expect(composer.style.height).toBe('60px')
    Object.defineProperty(composer, 'scrollHeight', { configurable: true, value: 97 })
    fireEvent.change(composer, { target: { value: 'one\ntwo\nthree' } })
    expect(composer.style.height).toBe('97px')
    Object.defineProperty(composer, 'scrollHeight', { configurable: true, value: 900 })
    fireEvent.change(composer, { target: { value: 'line\n'.repeat(40) } })
    expect(composer.style.height).toBe('150px')
  })

  it('takes the focus on a wide window where no on-screen keyboard is in the way, but not from a dialog', async () => {
    const narrow = Object.assign(new EventTarget(), { matches: true, media: '', onchange: null })
    const media = Object.assign(narrow, { addListener: () => undefined, removeListener: () => undefined })
    vi.spyOn(window, 'matchMedia').mockReturnValue(media)
    const resize = (matches: boolean) =>
      act(() => {
        media.matches = matches
        media.dispatchEvent(new Event('change'))
      })
    const { user, composer } = await openChat(server)
    expect(document.activeElement).not.toBe(composer)
    resize(false)
    expect(document.activeElement).toBe(composer)
    resize(true)
    await user.click(screen.getByRole('button', { name: 'Command palette' }))
    const palette = await screen.findByRole('combobox', { name: 'Search actions, conversations, and pages' })
    await waitFor(() => expect(document.activeElement).toBe(palette))
    resize(false)
    expect(document.activeElement).toBe(palette)
  })

  it('CH-040 sends nothing while a question is being answered', async () => {
    const stream = openStream()
    const { user, composer, backend } = await openChat(server, { answer: () => stream.response() })
    await user.type(composer, 'Which products?{Enter}')
    await waitFor(() => expect(backend.asked).toHaveLength(1))
    fireEvent.keyDown(composer, { key: 'Enter' })
    fireEvent.submit(composer)
    stream.push(...withTurnId(makeAnsweredTurn('x', 'Which products?'), backend.asked[0]?.turnId))
    stream.end()
    await waitFor(() => expect(composer.disabled).toBe(false))
    expect(backend.asked).toHaveLength(1)
  })

  it('refuses a message of a megabyte before it is sent, and keeps its text', async () => {
    const { composer, backend } = await openChat(server)
    fireEvent.change(composer, { target: { value: 'x'.repeat(1024 * 1024) } })
    expect(await screen.findByText(/^The question is too long\./)).toBeDefined()
    fireEvent.keyDown(composer, { key: 'Enter' })
    expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true)
    expect(composer.value).toHaveLength(1024 * 1024)
    expect(backend.asked).toEqual([])
  })
})

describe('files', () => {
  it('CH-032 CH-033 accepts several files, shows them as chips, and removes one', async () => {
    const { user } = await openChat(server)
    expect(screen.getByRole('button', { name: 'Attach files' })).toBeDefined()
    expect(picker().multiple).toBe(true)
    await user.upload(picker(), [csv('north.csv'), csv('south.csv')])
    expect(
      within(await chips())
        .getAllByRole('listitem')
        .map((chip) => chip.textContent),
    ).toEqual(['north.csv8 B', 'south.csv8 B'])
    await user.click(screen.getByRole('button', { name: 'Remove north.csv' }))
    expect(within(await chips()).queryByText('north.csv')).toBeNull()
    expect(within(await chips()).getByText('south.csv')).toBeDefined()
  })

  it('OP-43 CH-039 CH-203 sends files to POST /run first, as base64, even without text', async () => {
    const runs = answerRuns([{ name: 'north.csv', type: 'text/csv' }])
    const { user, backend } = await openChat(server)
    await user.upload(picker(), csv('north.csv'))
    await chips()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('85,149.47')).toBeDefined()
    expect(runs[0]?.newMessage.parts).toEqual([
      { inlineData: { data: btoa('a,b\n1,2\n'), mimeType: 'text/csv', displayName: 'north.csv' } },
    ])
    expect(backend.asked).toEqual([])
    await waitFor(() => expect(backend.changed).toEqual([{ id: 'new-1', 'app:session_name': 'north.csv' }]))
    expect(screen.queryByRole('button', { name: 'Remove north.csv' })).toBeNull()
  })

  it('CH-026 CH-204 shows files in the message and downloads them from its artifacts', async () => {
    answerRuns([{ name: 'north.csv', type: 'text/csv' }])
    const saved: Blob[] = []
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob)
      return 'blob:x'
    }
    server.use(
      http.get(at('/apps/nl_to_sql_agent/users/u1/sessions/new-1/artifacts/:name'), ({ params }) =>
        params.name === 'north.csv' ? new HttpResponse('a,b\n1,2\n') : failure(404, 'no such file'),
      ),
    )
    const { user, composer } = await openChat(server)
    await user.upload(picker(), csv('north.csv'))
    await chips()
    await user.type(composer, 'What is in it?{Enter}')
    const question = await screen.findByRole('article', { name: 'You asked' })
    const download = await within(question).findByRole('button', { name: 'Download north.csv' })
    await waitFor(() => expect(download.hasAttribute('disabled')).toBe(false))
    await user.click(download)
    await waitFor(() => expect(saved).toHaveLength(1))
  })

  it('shows why the server refused files, in its own words', async () => {
    server.use(http.post(at('/run'), () => failure(422, 'broken.xlsx: the file has no sheets.', 'file_refused')))
    const { user } = await openChat(server)
    await user.upload(picker(), new File(['PK'], 'broken.xlsx'))
    await chips()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    const [answer] = await screen.findAllByText('broken.xlsx: the file has no sheets.')
    expect(answer?.textContent).toBe('✕broken.xlsx: the file has no sheets.')
  })

  it('returns refused files with their question, the bad one marked with the reason', async () => {
    const runs: RunRequest[] = []
    server.use(
      http.post(at('/run'), async ({ request }) => {
        const body = (await request.json()) as RunRequest
        runs.push(body)
        if (runs.length > 1) return HttpResponse.json(withTurnId(makeAnsweredTurn('x', 'q'), body.turnId))
        const detail = 'south.csv: The file has no data.'
        return HttpResponse.json({ detail, code: 'file_refused', request_id: 'r1', file: 1 }, { status: 422 })
      }),
    )
    const { user, composer } = await openChat(server)
    await user.upload(picker(), [csv('north.csv'), csv('south.csv'), csv('west.csv')])
    await chips()
    await user.type(composer, 'Compare them{Enter}')
    const south = (await screen.findByRole('button', { name: 'Remove south.csv' })).closest('li')
    expect(south?.textContent).toBe('south.csv8 BThe file has no data.')
    expect(south?.dataset.refused).toBe('true')
    expect((await screen.findByRole('button', { name: 'Remove north.csv' })).closest('li')?.dataset.refused).toBe(
      'false',
    )
    expect(screen.getByText('Remove the highlighted file, then send your question again.')).toBeDefined()
    expect(composer.value).toBe('Compare them')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Remove south.csv' }))
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('85,149.47')).toBeDefined()
    const names = (run?: RunRequest) =>
      run?.newMessage.parts.map((part) => ('inlineData' in part ? part.inlineData.displayName : part))
    expect(runs.map(names)).toEqual([
      [{ text: 'Compare them' }, 'north.csv', 'south.csv', 'west.csv'],
      [{ text: 'Compare them' }, 'north.csv', 'west.csv'],
    ])
    expect(screen.queryByRole('list', { name: 'Attached files' })?.closest('form') ?? null).toBeNull()
  })

  it('shows that files are being sent, and the steps of the answer as they arrive', async () => {
    const stream = openStream()
    const asked = Promise.withResolvers<string>()
    server.use(
      http.post(at('/run'), async ({ request }) => {
        asked.resolve(((await request.json()) as RunRequest).turnId ?? '')
        return stream.response()
      }),
    )
    const { user } = await openChat(server)
    await user.upload(picker(), csv('north.csv'))
    await chips()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect((await screen.findAllByText(/^Sending the files\.\.\./)).length).toBeGreaterThan(0)
    const events = withTurnId(makeAnsweredTurn('x', 'q'), await asked.promise)
    stream.push(...events.slice(0, 3))
    expect(await screen.findByText(/^Running the query ·/)).toBeDefined()
    expect(screen.queryByText(/^Sending the files/)).toBeNull()
    stream.push(...events.slice(3))
    stream.end()
    expect(await screen.findByText('85,149.47')).toBeDefined()
  })

  it('refuses files that the server would refuse: kind, emptiness, number, size', async () => {
    const { user } = await openChat(server)
    const binary = new File([new Uint8Array([0, 1, 2, 255])], 'tool.exe', { type: 'application/x-msdownload' })
    const large = csv('large.csv')
    Object.defineProperty(large, 'size', { value: 33 * 1024 * 1024 })
    await user.upload(picker(), [binary, csv('empty.csv', ''), new File(['x'], 'old.xls'), large, csv('good.csv')])
    const note = await screen.findByText(/^tool\.exe has an unsupported file type\./)
    expect(note.textContent).toContain('empty.csv is empty.')
    expect(note.textContent).toContain(
      'old.xls is an old or protected Office file. Save it as .xlsx or PDF without a password.',
    )
    expect(note.textContent).toContain('large.csv is too large. All files of a question together can be up to 32 MB.')
    expect(within(await chips()).getAllByRole('listitem')).toHaveLength(1)
    await user.upload(
      picker(),
      Array.from({ length: 50 }, (_, index) => csv(`${index}.csv`)),
    )
    expect(await screen.findByText('You can attach up to 50 files.')).toBeDefined()
    expect(within(await chips()).getAllByRole('listitem')).toHaveLength(50)
  })

  it('accepts dropped and pasted files; pasted text stays text', async () => {
    const { composer } = await openChat(server)
    const held = { types: ['Files'], files: [csv('dropped.csv')] }
    fireEvent.dragOver(document.body, { dataTransfer: held })
    expect(composer.closest('form')?.dataset.over).toBe('true')
    fireEvent.drop(document.body, { dataTransfer: held })
    expect(await screen.findByRole('button', { name: 'Remove dropped.csv' })).toBeDefined()
    const picture = new File(['png'], 'image.png', { type: 'image/png' })
    fireEvent.paste(composer, { clipboardData: { types: ['Files'], files: [picture] } })
    expect(await screen.findByRole('button', { name: 'Remove image.png' })).toBeDefined()
    const cells = new File(['png'], 'cells.png', { type: 'image/png' })
    fireEvent.paste(composer, { clipboardData: { types: ['text/plain', 'Files'], files: [cells] } })
    expect(within(await chips()).getAllByRole('listitem')).toHaveLength(2)
  })

  it('sends files again with their question after the connection broke', async () => {
    const tries: RunRequest[] = []
    server.use(
      http.post(at('/run'), async ({ request }) => {
        const body = (await request.json()) as RunRequest
        tries.push(body)
        if (tries.length === 1) return HttpResponse.error()
        return HttpResponse.json(withTurnId(makeAnsweredTurn('x', 'q'), body.turnId))
      }),
      http.get(at('/api/v1/turns/:id/events'), () => failure(404, '', 'turn_not_found')),
    )
    const { user } = await openChat(server)
    await user.upload(picker(), csv('north.csv'))
    await chips()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('85,149.47')).toBeDefined()
    expect(tries.map((run) => run.newMessage.parts)).toEqual([tries[0]?.newMessage.parts, tries[0]?.newMessage.parts])
  })
})

describe('voice', () => {
  /** Simulates the browser's microphone, which jsdom lacks. */
  function giveMicrophone({
    mimeType = '',
    refusal,
    sound = 'sound',
  }: { mimeType?: string; refusal?: string; sound?: string } = {}) {
    const stopped = vi.fn<() => void>()
    const stream = { getTracks: () => [{ stop: stopped }] }
    const getUserMedia = () =>
      refusal === undefined ? Promise.resolve(stream) : Promise.reject(new DOMException('', refusal))
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
    class Recorder extends EventTarget {
      static isTypeSupported = (type: string) => mimeType.startsWith(type)
      stream = stream
      state = 'inactive'
      mimeType = mimeType
      start() {
        this.state = 'recording'
      }
      stop() {
        this.state = 'inactive'
        this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([sound]) }))
        this.dispatchEvent(new Event('stop'))
      }
    }
    vi.stubGlobal('MediaRecorder', Recorder)
    return { stopped }
  }
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'mediaDevices')
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('CH-034 CH-035 CH-203 records until stopped, and sends audio/wav unless the browser chose another type', async () => {
    const { stopped } = giveMicrophone()
    const runs = answerRuns([{ name: 'recording.wav', type: 'audio/wav' }])
    const { user } = await openChat(server)
    await user.click(screen.getByRole('button', { name: 'Record voice' }))
    await user.click(await screen.findByRole('button', { name: 'Stop recording' }))
    expect(await screen.findByRole('button', { name: 'Remove recording.wav' })).toBeDefined()
    expect(stopped).toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('85,149.47')
    expect(runs[0]?.newMessage.parts).toEqual([
      { inlineData: { data: btoa('sound'), mimeType: 'audio/wav', displayName: 'recording.wav' } },
    ])
  })

  it('keeps the type that the browser recorded', async () => {
    giveMicrophone({ mimeType: 'audio/webm;codecs=opus' })
    const { user } = await openChat(server)
    await user.click(screen.getByRole('button', { name: 'Record voice' }))
    await user.click(await screen.findByRole('button', { name: 'Stop recording' }))
    expect(await screen.findByRole('button', { name: 'Remove recording.webm' })).toBeDefined()
  })

  it('does not attach an empty recording', async () => {
    const { stopped } = giveMicrophone({ sound: '' })
    const { user } = await openChat(server)
    await user.click(screen.getByRole('button', { name: 'Record voice' }))
    await user.click(await screen.findByRole('button', { name: 'Stop recording' }))
    expect(await screen.findByText('Nothing was recorded. Check your microphone and try again.')).toBeDefined()
    expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull()
    expect(stopped).toHaveBeenCalled()
  })

  it('stops recording after ten minutes, says so, and keeps the recording', async () => {
    const { stopped } = giveMicrophone()
    await openChat(server)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('button', { name: 'Record voice' }))
    await act(() => vi.advanceTimersByTimeAsync(599_000))
    expect(screen.getByRole('button', { name: 'Stop recording' })).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    vi.useRealTimers()
    const note = 'The recording stopped at the 10-minute limit. It is attached.'
    expect(await screen.findByText(note)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Remove recording.wav' })).toBeDefined()
    expect(stopped).toHaveBeenCalled()
  })

  it('discards an unwanted recording without sending it, and releases the microphone when leaving the page', async () => {
    const { stopped } = giveMicrophone()
    const { user, unmount } = await openChat(server)
    await user.click(screen.getByRole('button', { name: 'Record voice' }))
    await user.click(await screen.findByRole('button', { name: 'Stop recording' }))
    await user.click(await screen.findByRole('button', { name: 'Remove recording.wav' }))
    expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Record voice' }))
    await screen.findByRole('button', { name: 'Stop recording' })
    const before = stopped.mock.calls.length
    unmount()
    expect(stopped.mock.calls.length).toBe(before + 1)
  })

  it.each([
    [
      'NotAllowedError',
      "The microphone is blocked for this site. Allow it in the browser's address bar, then record again.",
    ],
    ['NotFoundError', 'No microphone found. Connect one, or type your question.'],
    ['NotReadableError', 'Another app is using the microphone. Close that app, then record again.'],
    ['AbortError', 'Could not start recording. Try again, or type your question.'],
  ])('says what to do about %s', async (refusal, text) => {
    giveMicrophone({ refusal })
    const { user } = await openChat(server)
    await user.click(screen.getByRole('button', { name: 'Record voice' }))
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Record voice' })).toBeDefined()
  })

  it('says so if the browser has no microphone', async () => {
    const { user } = await openChat(server)
    await user.click(screen.getByRole('button', { name: 'Record voice' }))
    expect(
      await screen.findByText('Could not access a microphone. Use a current browser and open this page over HTTPS.'),
    ).toBeDefined()
  })
})

describe('a conversation about a file', () => {
  it('says so, names the source of its answers, and links back to the database', async () => {
    const [question, ...rest] = makeAnsweredTurn('t1', 'What is in it?', makeResult({ source_name: 'towns.csv' }))
    if (question === undefined) throw new Error('no question')
    const events = [{ ...question, attachments: [{ name: 'towns.csv', type: 'text/csv' }] }, ...rest]
    const session = { ...earlierSession('s1', 'Older', events), state: { 'app:asked_file': 'f1' } }
    const { user, backend } = await openChat(server, { sessions: [session] })
    expect(await screen.findByText('Questions go to towns.csv.')).toBeDefined()
    const answer = within(await screen.findByRole('article', { name: 'Answer' }))
    expect(answer.getByText('towns.csv').closest('p')?.textContent).toBe('towns.csv · 1 table · 12 ms · SQL · Steps')
    expect(answer.queryByRole('button', { name: 'This is right' })).toBeNull()
    Reflect.deleteProperty(session.state, 'app:asked_file')
    await user.click(screen.getByRole('button', { name: 'Switch back to Sample Shop' }))
    await waitFor(() => expect(backend.changed).toEqual([{ id: 's1', 'app:asked_file': null }]))
    await waitFor(() => expect(screen.queryByText('Questions go to towns.csv.')).toBeNull())
  })
})
