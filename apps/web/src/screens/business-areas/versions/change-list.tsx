import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { cn } from '../../../lib/cn.ts'
import type { VersionChange } from './version-changes.ts'

const textClass = 'text-dense wrap-anywhere whitespace-pre-wrap'

/** Differences between two versions: what was there before, and what is there now. */
export function ChangeList({ changes }: { changes: readonly VersionChange[] }) {
  return (
    <dl className="mt-2 mb-1 grid gap-2.5 border-s-2 border-line-strong ps-3">
      {changes.map((change, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the changes of two versions are always the same
        <Change key={at} change={change} />
      ))}
    </dl>
  )
}

function Change({ change: { what, field, before, after } }: { change: VersionChange }) {
  const { t } = useTranslation()
  return (
    <div>
      <dt className="font-medium wrap-anywhere">
        {translate(t, what)}
        {field !== null && <span className="text-muted"> · {translate(t, field)}</span>}
      </dt>
      {before !== '' && (
        <dd className={cn(textClass, "before:text-danger before:content-['−_'_/_'']")}>
          <span className="sr-only">{t('Before:')} </span>
          <del className="text-muted" dir="auto">
            {before}
          </del>
        </dd>
      )}
      {after !== '' && (
        <dd className={cn(textClass, "before:text-success before:content-['+_'_/_'']")}>
          <span className="sr-only">{t('After:')} </span>
          <ins className="no-underline" dir="auto">
            {after}
          </ins>
        </dd>
      )}
    </div>
  )
}
