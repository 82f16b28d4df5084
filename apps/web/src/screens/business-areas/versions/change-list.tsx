import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import type { VersionChange } from './version-changes.ts'
import styles from './versions.module.css'

/** Differences between two versions: what was there before, and what is there now. */
export function ChangeList({ changes }: { changes: readonly VersionChange[] }) {
  return (
    <dl className={styles.changes}>
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
      <dt>
        {translate(t, what)}
        {field !== null && <span className="muted"> · {translate(t, field)}</span>}
      </dt>
      {before !== '' && (
        <dd>
          <span className="sr-only">{t('Before:')} </span>
          <del dir="auto">{before}</del>
        </dd>
      )}
      {after !== '' && (
        <dd>
          <span className="sr-only">{t('After:')} </span>
          <ins dir="auto">{after}</ins>
        </dd>
      )}
    </div>
  )
}
