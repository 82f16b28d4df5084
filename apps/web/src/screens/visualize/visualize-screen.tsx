import { message, type Message } from '@parlance/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { PayloadProblem } from './payload/read-payload.ts'
import { usePayload } from './payload/use-payload.ts'
import { PayloadPlace } from './view/payload-place.tsx'

/** Milliseconds that a tab opened by the chat waits for its message. */
const waitingTime = 5000

const problems: Record<PayloadProblem, Message> = {
  'too-large': message('The data in this link is too large. Nothing was run.'),
  'not-json': message('The data in this link is incomplete or damaged. Nothing was run.'),
  'wrong-shape': message('This link does not contain a query from the chat. Nothing was run.'),
}

/** Runs a query from the chat again as the viewer and shows it as a chart that the viewer can edit. */
export function VisualizeScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Visualize'))
  const { kept, agree } = usePayload()
  return (
    <main className="mx-auto w-full max-w-[1760px] px-8 pt-5 pb-12 max-md:px-4 max-md:pt-4 max-md:pb-10 print:p-0">
      <h1 className="text-(length:--text-page) leading-(--leading-page) font-semibold tracking-[-0.015em]">
        {t('Visualize')}
      </h1>
      {kept === null && <NothingYet />}
      {kept !== null && 'problem' in kept.received && (
        <div className="mt-4 grid max-w-[760px] gap-3 [&>:is(a,button)]:justify-self-start [&_[data-source]]:my-0">
          <Note tone="danger">
            <p>{translate(t, problems[kept.received.problem])}</p>
            <p>{t('Go back to the chat and select Visualize again.')}</p>
          </Note>
        </div>
      )}
      {kept !== null && 'payload' in kept.received && (
        <PayloadPlace payload={kept.received.payload} agreed={kept.agreed} onAgree={agree} />
      )}
    </main>
  )
}

function NothingYet() {
  const { t } = useTranslation()
  const [waiting, setWaiting] = useState(() => window.opener !== null)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setWaiting(false), waitingTime)
    return () => clearTimeout(timer)
  }, [waiting])
  if (waiting) {
    return (
      <output className="flex min-h-80 items-center justify-center gap-3 text-muted">
        <Spinner />
        {t('Waiting for the query from the chat...')}
      </output>
    )
  }
  return (
    <div className="mt-4 grid max-w-[760px] gap-3 [&>:is(a,button)]:justify-self-start [&_[data-source]]:my-0">
      <p>
        <b>{t('Nothing to visualize yet.')}</b>
      </p>
      <p className="text-muted">{t('Ask a question in the chat, then select Visualize in its results.')}</p>
    </div>
  )
}
