import { portableKey, type ProposedArea, type ProposedRelationship } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { Summary } from '../../../ui/summary.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { kindTitles } from '../definition-files/item-texts.ts'
import { proposalsByKind } from '../definition-proposals/by-kind.ts'
import { ProposalText } from '../definition-proposals/proposal-text.tsx'
import { percent, proofText } from './proof-text.ts'
import type { AcceptAreas } from './use-accept-areas.ts'
import { Card, CardActions, CardFoot, CardHead } from '../../../components/card.tsx'

/** A longer list of relationships is folded at first. */
const mostOpen = 6

interface ProposalCardProps {
  area: ProposedArea
  acceptance: AcceptAreas
  onEdit: () => void
}

/** One proposed area: questions with answers, relationships with their proof, and tables. */
export function ProposalCard({ area, acceptance, onEdit }: ProposalCardProps) {
  const { t } = useTranslation()
  const id = useId()
  const outcome = acceptance.acceptanceOf(area)
  return (
    <Card className="mt-4 grid gap-3" aria-labelledby={id}>
      <CardHead>
        <div className="min-w-0 flex-auto basis-45">
          <h2 id={id} className="font-medium">
            <bdi>{area.area_name}</bdi>
          </h2>
          <p className="text-meta text-muted">{area.description}</p>
        </div>
        {outcome?.state === 'created' && (
          <Badge tone="success">
            <Icon of={Check} />
            {t('Created')}
          </Badge>
        )}
      </CardHead>
      <Questions area={area} />
      <Relationships area={area} acceptance={acceptance} />
      <Definitions area={area} acceptance={acceptance} />
      <Tables area={area} />
      {outcome?.state === 'failed' && <Note tone="danger">{outcome.text}</Note>}
      {outcome?.state === 'created' && outcome.warnings > 0 && (
        <Note tone="warning">
          {t('The area was created with {n, plural, one {# warning} other {# warnings}}. Open it to see the details.', {
            n: outcome.warnings,
          })}
        </Note>
      )}
      <CardFoot>
        <CardActions>
          {outcome?.state === 'created' ? (
            <Link
              className={buttonClass({ size: 'small' })}
              to="/business-areas/$areaId"
              params={{ areaId: outcome.areaId }}
              aria-describedby={id}
            >
              {t('Open')}
            </Link>
          ) : (
            <>
              <Button size="small" disabled={acceptance.isBusy} aria-describedby={id} onClick={onEdit}>
                {t('Edit')}
              </Button>
              <Button
                size="small"
                kind="primary"
                disabled={acceptance.isBusy}
                aria-describedby={id}
                onClick={() => void acceptance.accept(area)}
              >
                {outcome?.state === 'creating' && <Spinner />}
                {outcome?.state === 'failed' ? t('Try again') : t('Accept')}
              </Button>
            </>
          )}
        </CardActions>
      </CardFoot>
    </Card>
  )
}

function Questions({ area: { questions } }: { area: ProposedArea }) {
  const { t } = useTranslation()
  if (questions.length === 0) return null
  return (
    <section>
      <h3 className="text-meta font-medium text-faint">{t('Questions that Parlance just answered')}</h3>
      <ul className="mt-1.5 grid gap-2">
        {questions.map(({ question, answer, sql_query: sql }) => (
          <li key={question}>
            <p className="font-medium">{question}</p>
            <p>{answer}</p>
            <details>
              <Summary className="text-meta text-muted">{t('SQL')}</Summary>
              <pre className="overflow-x-auto font-mono text-[13px]">{sql}</pre>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Relationships({ area, acceptance }: Pick<ProposalCardProps, 'area' | 'acceptance'>) {
  const { t } = useTranslation()
  const { relationships } = area
  if (relationships.length === 0) return null
  const untested = relationships.filter((each) => each.untested_reason !== null).length
  const isDone = acceptance.acceptanceOf(area)?.state === 'created'
  return (
    <details open={relationships.length <= mostOpen}>
      <Summary className="text-meta font-medium text-faint">
        {t('{n, plural, one {# relationship} other {# relationships}}', { n: relationships.length })}
        {untested > 0 && (
          <Badge tone="warning" className="ms-2">
            {t('{n, number} not tested', { n: untested })}
          </Badge>
        )}
      </Summary>
      <ul className="mt-1.5 grid gap-2">
        {relationships.map((relationship) => (
          <li key={nameOf(relationship)}>
            <label className="flex items-start gap-2">
              <input
                type="checkbox"
                className="mt-[3px]"
                checked={acceptance.isChosen(relationship) && relationship.join !== null}
                disabled={isDone || relationship.join === null}
                onChange={(event) => acceptance.choose(relationship, event.target.checked)}
              />
              <span className="min-w-0 flex-1">
                <span className="font-mono text-[13px] wrap-anywhere" dir="ltr">
                  {nameOf(relationship)}
                </span>
                <span className="text-meta text-muted block">{proofText(relationship, t)}</span>
              </span>
              <Badge tone={relationship.untested_reason === null ? 'plain' : 'warning'} className="tabular-nums">
                {percent(relationship.confidence)}
                <span className="sr-only"> {t('confidence')}</span>
              </Badge>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Definitions({ area, acceptance }: Pick<ProposalCardProps, 'area' | 'acceptance'>) {
  const { t } = useTranslation()
  const { definitions } = area
  if (definitions.length === 0) return null
  const isDone = acceptance.acceptanceOf(area)?.state === 'created'
  return (
    <details>
      <Summary className="text-meta font-medium text-faint">
        {t('{n, plural, one {# definition} other {# definitions}}', { n: definitions.length })}
      </Summary>
      {proposalsByKind(definitions).map(([kind, some]) => (
        <section key={kind} className="mt-2">
          <h3 className="text-meta text-muted">{translate(t, kindTitles[kind])}</h3>
          <ul className="mt-1.5 grid gap-2">
            {some.map((definition) => (
              <li key={portableKey(definition.item)}>
                <label className="flex items-start gap-2">
                  <input
                    type="checkbox"
                    className="mt-[3px]"
                    checked={acceptance.isWanted(definition)}
                    disabled={isDone}
                    onChange={({ target }) => acceptance.want(area, definition, target.checked)}
                  />
                  <ProposalText proposal={definition} />
                </label>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  )
}

function nameOf({ left_table, left_columns, right_table, right_columns }: ProposedRelationship): string {
  return `${left_table}.${left_columns.join(', ')} → ${right_table}.${right_columns.join(', ')}`
}

function Tables({ area: { tables } }: { area: ProposedArea }) {
  const { t } = useTranslation()
  return (
    <details>
      <Summary className="text-meta font-medium text-faint">
        {t('{n, plural, one {# table} other {# tables}}', { n: tables.length })}
      </Summary>
      <ul className="mt-1.5 grid gap-2">
        {tables.map((table) => (
          <li key={table.table_name}>
            <span className="font-mono text-[13px] wrap-anywhere" dir="ltr">
              {table.table_name}
            </span>
            {table.object_type === 'VIEW' && <Badge>{t('View')}</Badge>}
            {table.is_shared && <Badge>{t('Also in another area')}</Badge>}
            {table.description !== '' && <p className="text-meta text-muted">{table.description}</p>}
          </li>
        ))}
      </ul>
    </details>
  )
}
