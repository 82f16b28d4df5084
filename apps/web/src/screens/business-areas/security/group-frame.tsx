import type { AreaProblem, Message } from '@parlance/contract'
import { ChevronDown, ChevronRight, Trash2 } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FieldProblems } from './field-problems.tsx'
import { LeftItem, useLeft } from './left-item.tsx'
import styles from './groups.module.css'

interface GroupFrameProps {
  name: string
  description: string
  /** Shown next to the name of the closed group. */
  summary: string
  problems: readonly AreaProblem[]
  isOpen: boolean
  onToggle: () => void
  onName: (name: string) => void
  onDescription: (description: string) => void
  onRemove: () => void
  /** What is missing; shown after the user leaves the group. */
  gap: Message | null
  children: ReactNode
}

/** A rule group: one line when closed; its name, description and parts when open. */
export function GroupFrame(props: GroupFrameProps) {
  const { t } = useTranslation()
  const id = useId()
  const { name, description, summary, problems, isOpen } = props
  const { isLeft, leave } = useLeft(name !== '')
  const gap = isLeft ? props.gap : null
  const shownName = name.trim() === '' ? t('Unnamed rule') : name
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const count = problems.length
  return (
    <LeftItem className={styles.group} label={shownName} onLeave={leave}>
      <div className="flex items-center gap-2">
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={props.onToggle}>
          <Icon of={isOpen ? ChevronDown : ChevronRight} small />
          <bdi className="truncate min-w-0">{shownName}</bdi>{' '}
          <span className="meta faint truncate min-w-0">{summary}</span>
        </button>
        {count > 0 && (
          <span className={cn('badge', errors > 0 ? 'badge-danger' : 'badge-warning')}>
            {t('{n, plural, one {# problem} other {# problems}}', { n: count })}
          </span>
        )}
        <Button
          kind="quiet"
          size="small"
          square
          aria-label={t('Remove rule {name}', { name: shownName })}
          onClick={props.onRemove}
        >
          <Icon of={Trash2} small />
        </Button>
      </div>
      {isOpen && (
        <div className="mt-2 ml-1.5">
          <div className={styles.names}>
            <input
              className={cn('input input-small', gap !== null && name.trim() === '' && 'is-invalid')}
              aria-label={t('Rule name')}
              aria-invalid={gap !== null && name.trim() === ''}
              aria-describedby={gap === null ? undefined : `${id}-gap`}
              placeholder={t('Name')}
              dir="auto"
              maxLength={200}
              autoComplete="off"
              value={name}
              onChange={(event) => props.onName(event.target.value)}
            />
            <input
              className="input input-small"
              aria-label={t('Rule description (optional)')}
              placeholder={t('Description (optional)')}
              dir="auto"
              maxLength={2000}
              autoComplete="off"
              value={description}
              onChange={(event) => props.onDescription(event.target.value)}
            />
          </div>
          {gap !== null && (
            <p className="hint text-danger" id={`${id}-gap`}>
              {translate(t, gap)}
            </p>
          )}
          <FieldProblems id={`${id}-rule`} problems={problems.filter(({ table }) => table === null)} />
          {props.children}
        </div>
      )}
    </LeftItem>
  )
}
