import { message, type Example, type ExampleStatus, type Message } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { examplesQuery } from '../../../api/examples.ts'
import { describeError } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'
import { useExampleActions, type ExampleActions } from './use-example-actions.ts'
import styles from './examples.module.css'

const pageSize = 50
/** Pending examples come first because they need a decision. */
const order: ExampleStatus[] = ['pending', 'wrong', 'approved', 'rejected']
const looks: Record<ExampleStatus, { text: Message; className: string }> = {
  pending: { text: message('Waiting for approval'), className: 'badge badge-warning' },
  approved: { text: message('Approved'), className: 'badge badge-success' },
  rejected: { text: message('Rejected'), className: 'badge' },
  wrong: { text: message('Reported as wrong'), className: 'badge badge-danger' },
}

/**
 * Answers that users marked as right, to approve, reject or delete, and answers marked as wrong; of one area, or of all
 * if `areaId` is null.
 */
export function ExamplesPanel({ areaId }: { areaId: string | null }) {
  const { t } = useTranslation()
  const examples = useQuery(examplesQuery(areaId))
  const actions = useExampleActions()
  const [shown, setShown] = useState(pageSize)
  if (examples.isPending) return <p className="muted">{t('Loading examples...')}</p>
  if (examples.isError) {
    return (
      <Note tone="danger">
        <p>{describeError(examples.error, t('Could not load the examples. Try again.'))}</p>
        <Button size="small" className="mt-2" onClick={() => void examples.refetch()}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  const sorted = examples.data.toSorted((left, right) => order.indexOf(left.status) - order.indexOf(right.status))
  const rest = sorted.length - shown
  return (
    <div className={styles.examples}>
      <p className="muted">
        {t(
          'Approved examples show the assistant how to answer similar questions. Their SQL contains only values that the question mentions.',
        )}
      </p>
      {actions.problem !== null && <Note tone="danger">{actions.problem}</Note>}
      {sorted.length === 0 && (
        <p>{t('No examples yet. To create one, select "This is right" below an answer in the chat.')}</p>
      )}
      <ul aria-label={t('Examples')}>
        {sorted.slice(0, shown).map((example) => (
          <ExampleItem key={example.id} example={example} actions={actions} />
        ))}
      </ul>
      {rest > 0 && (
        <Button onClick={() => setShown(shown + pageSize)}>
          {t('Show {n, number} more', { n: Math.min(rest, pageSize) })}
        </Button>
      )}
    </div>
  )
}

function ExampleItem({ example, actions }: { example: Example; actions: ExampleActions }) {
  const { t } = useTranslation()
  const { question, status, may_decide: mayDecide } = example
  const isBusy = actions.working === example.id
  const mayDelete = mayDecide || (example.is_own && (status === 'pending' || status === 'wrong'))
  return (
    <li className={styles.example} aria-label={question}>
      <div className={styles.head}>
        <p className="grow" dir="auto">
          {question}
        </p>
        <span className={looks[status].className}>{translate(t, looks[status].text)}</span>
      </div>
      <p className="meta muted">
        {example.created_by_name !== null && (
          <>
            <bdi>{example.created_by_name}</bdi> ·{' '}
          </>
        )}
        {formatDate(example.created_at)}
      </p>
      {example.reading !== null && <p className="meta muted">{example.reading}</p>}
      <details>
        <summary className="meta">{t('SQL')}</summary>
        <SqlBox sql={example.sql_query} />
      </details>
      <div className={styles.actions}>
        {mayDecide && status !== 'approved' && status !== 'wrong' && (
          <Button
            size="small"
            kind="primary"
            disabled={isBusy}
            aria-label={t('Approve {question}', { question })}
            onClick={() => void actions.decide(example, 'approve')}
          >
            {t('Approve')}
          </Button>
        )}
        {mayDecide && status !== 'rejected' && status !== 'wrong' && (
          <Button
            size="small"
            disabled={isBusy}
            aria-label={t('Reject {question}', { question })}
            onClick={() => void actions.decide(example, 'reject')}
          >
            {t('Reject')}
          </Button>
        )}
        {mayDelete && (
          <Button
            size="small"
            kind="danger"
            disabled={isBusy}
            aria-label={t('Delete {question}', { question })}
            onClick={() => void actions.remove(example)}
          >
            {t('Delete')}
          </Button>
        )}
      </div>
    </li>
  )
}
