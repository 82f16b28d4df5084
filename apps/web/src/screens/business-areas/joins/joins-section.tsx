import { areaTextLimits, type AreaJoin, type AreaProblem } from '@parlance/contract'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { joinsOf, type AreaForm, type EditForm } from '../form/area-form.ts'
import { memoSection } from '../form/memo-section.ts'
import { ModeSwitch } from '../form/mode-switch.tsx'
import { ProblemList } from '../form/problem-list.tsx'
import { Section } from '../form/section.tsx'
import { isSameJoin, joinsOfText } from '../form/area-joins.ts'
import { JoinRow } from './join-row.tsx'
import { JoinSuggestions, useForeignKeys } from './join-suggestions.tsx'

interface JoinsSectionProps {
  form: Pick<AreaForm, 'joinMode' | 'joinText' | 'joins' | 'tables' | 'application_id'>
  edit: EditForm
  columnsOf: (table: string) => Promise<string[]>
  problem: string | null
  found: AreaProblem[]
}

/** How the tables are related: in words, or join by join. */
export const JoinsSection = memoSection(
  ['joinMode', 'joinText', 'joins', 'tables', 'application_id'],
  function JoinsSection({ form, edit, columnsOf, problem, found }: JoinsSectionProps) {
    const { t } = useTranslation()
    const { ask } = useQuestions()
    const { joinMode: mode, joinText, joins } = form
    const count = joinsOf(form).length
    const keys = useForeignKeys(form)
    const switchTo = async (next: 'text' | 'structured') => {
      if (next === mode) return
      const question = t('Switching clears the relationships that you entered.')
      if (count > 0 && !(await ask({ text: question, confirm: t('Clear and switch') }))) return
      edit({ joinMode: next, joinText: '', joins: [] })
    }
    const replace = (at: number, join: AreaJoin | null) =>
      edit((now) => ({
        joins: now.joins.flatMap((other, place) => {
          if (place !== at) return [other]
          return join === null ? [] : [join]
        }),
      }))
    return (
      <Section
        id="joins"
        title={t('Table Relationships')}
        optional
        note={t('{n, plural, one {# relationship} other {# relationships}}', { n: count })}
        action={
          <ModeSwitch
            label={t('Relationship input mode')}
            options={[
              { value: 'structured', label: t('Join builder') },
              { value: 'text', label: t('Describe in words') },
            ]}
            value={mode}
            onChange={(next) => void switchTo(next)}
          />
        }
      >
        {mode === 'text' ? (
          <FieldFrame label={t('Relationship descriptions')} hint={t('One relationship per line')}>
            {(control) => (
              <Textarea
                {...control}
                rows={4}
                dir="auto"
                maxLength={areaTextLimits.description}
                placeholder={t('Each order belongs to one customer: orders.customer_id = customers.id')}
                value={joinText}
                onChange={({ target: { value } }) => edit({ joinText: value, joins: joinsOfText(value) })}
              />
            )}
          </FieldFrame>
        ) : (
          <div className="grid gap-3">
            {joins.map((join, at) => (
              <JoinRow
                // oxlint-disable-next-line react/no-array-index-key -- two joins may be equal while the user types
                key={at}
                number={at + 1}
                join={join}
                tables={form.tables}
                columnsOf={columnsOf}
                keys={keys}
                isChecked={problem !== null}
                onChange={(changed) => replace(at, changed)}
              />
            ))}
            <div>
              <Button size="small" onClick={() => edit((now) => ({ joins: [...now.joins, { join_type: 'INNER' }] }))}>
                <Icon of={Plus} small />
                {t('Add join')}
              </Button>
            </div>
            <JoinSuggestions
              joins={keys.filter((join) => !joins.some((known) => isSameJoin(known, join)))}
              onAdd={(added) => edit((now) => ({ joins: [...now.joins, ...added] }))}
            />
          </div>
        )}
        {problem !== null && (
          <p className="mt-1.5 text-meta text-danger" role="alert">
            {problem}
          </p>
        )}
        <ProblemList problems={found} section="joins" />
      </Section>
    )
  },
)
