import type { Area, EvaluationQuestion, EvaluationSet, QuestionSource } from '@parlance/contract'
import { message, type Message } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { questionQuery } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'
import { Card } from './card.tsx'
import { OpenInChat } from './open-in-chat.tsx'
import type { QuestionActions } from './use-question-actions.ts'

const sources: Record<QuestionSource, Message> = {
  hand: message('Added by hand'),
  example: message('From a verified example'),
  right_answer: message('From an answer marked as right'),
  wrong_answer: message('From a corrected answer'),
  csv: message('From a CSV file'),
  spider: message('From a Spider file'),
  bird: message('From a BIRD file'),
  area_file: message('From a file of a business area'),
}

interface QuestionPageProps {
  area: Area
  set: EvaluationSet
  questionId: string
  actions: QuestionActions
  onEdit: (questionId: string) => void
  onDeleted: () => void
}

/** A question of the set: what it expects, and its approval. */
export function QuestionPage({ area, set, questionId, actions, onEdit, onDeleted }: QuestionPageProps) {
  const { t } = useTranslation()
  const question = useQuery(questionQuery({ areaId: set.area_id, setId: set.id }, questionId))
  if (question.isPending) return <p className="py-4 text-muted">{t('Loading the question...')}</p>
  if (question.isError) {
    return (
      <Note tone="danger">
        <p>{describeError(question.error, t('Could not load the question. Try again.'))}</p>
        <Button size="small" className="mt-2" onClick={() => void question.refetch()}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  const { data } = question
  const remove = async () => {
    if (await actions.remove(data)) onDeleted()
  }
  return (
    <>
      <div className="flex items-start gap-3 max-md:flex-wrap">
        <h2 className="min-w-0 flex-1 text-[15px]/7 font-semibold wrap-anywhere max-md:basis-full" dir="auto">
          {data.question}
        </h2>
        <OpenInChat area={area} set={set} question={data.question} />
      </div>
      {actions.problem !== null && <Note tone="danger">{actions.problem}</Note>}
      <p className="text-meta text-faint">{factsOf(data, t).join(' · ')}</p>
      {data.context !== null && (
        <p className="mt-2 wrap-anywhere" dir="auto">
          {data.context}
        </p>
      )}
      <Expected question={data} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {data.is_approved ? (
          <Button size="small" disabled={actions.isBusy} onClick={() => void actions.approve([data.id], false)}>
            {t('Withdraw approval')}
          </Button>
        ) : (
          <Button
            size="small"
            kind="primary"
            disabled={actions.isBusy || data.expects === 'nothing'}
            onClick={() => void actions.approve([data.id], true)}
          >
            {t('Approve')}
          </Button>
        )}
        <Button size="small" onClick={() => onEdit(data.id)}>
          {t('Edit question')}
        </Button>
        <span className="min-w-0 flex-1" />
        <Button size="small" kind="danger" disabled={actions.isBusy} onClick={() => void remove()}>
          {t('Delete question')}
        </Button>
      </div>
    </>
  )
}

type Translate = ReturnType<typeof useTranslation>['t']

function factsOf(question: EvaluationQuestion, t: Translate): string[] {
  const { approved_at: at, approved_by_name: by } = question
  const approved = at === null ? null : formatDate(at)
  return [
    translate(t, sources[question.source]),
    question.author_name !== null && question.author_name,
    approved === null && t('not approved'),
    approved !== null &&
      (by === null
        ? t('approved {date}', { date: approved })
        : t('approved by {by} on {date}', { by, date: approved })),
    question.depends_on_today && t('depends on today'),
    ...question.tags,
  ].filter((fact) => fact !== false)
}

function Expected({ question }: { question: EvaluationQuestion }) {
  const { t } = useTranslation()
  const { expects, expected_sql: sql, expected_row_count: rows, expected_column_count: columns } = question
  if (expects === 'nothing') {
    return (
      <Note tone="warning" className="mt-3">
        {t('This question expects nothing yet, so runs skip it. Edit it to add expected SQL or rows.')}
      </Note>
    )
  }
  if (expects === 'rows') {
    return (
      <p className="mt-3">
        {t(
          'Expects {rows, plural, one {# row} other {# rows}} with {columns, plural, one {# column} other {# columns}}.',
          {
            rows: rows ?? 0,
            columns: columns ?? 0,
          },
        )}{' '}
        {!question.is_own && t('Only the author can see them.')}
      </p>
    )
  }
  return (
    <Card label={t('Expected SQL')} title={t('Expected SQL')}>
      {sql !== null && <SqlBox sql={sql} />}
      {question.is_shortened && (
        <p className="text-meta text-faint px-3 py-2">
          {t('Some values of the SQL are left out because you may not read them.')}
        </p>
      )}
    </Card>
  )
}
