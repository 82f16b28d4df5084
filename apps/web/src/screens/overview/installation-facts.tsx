import { productVersion, type Overview } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { environmentStatusQuery } from '../../api/environment-status.ts'
import { formatBytes, formatCount, formatDate, formatMoment } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Fact, OverviewSection } from './overview-section.tsx'

/** What this installation runs, and when it was last backed up. */
export function InstallationFacts({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation()
  const status = useQuery(environmentStatusQuery).data
  const isBuiltin = status?.orchestration_provider === 'builtin'
  return (
    <OverviewSection
      title={t('This installation')}
      aside={
        <Link className="text-meta" to="/env-config" state={{ changesSetup: true }}>
          {t('Reconfigure')}
        </Link>
      }
    >
      <dl>
        <Fact label={t('Version')}>{overview?.version ?? productVersion}</Fact>
        <Fact label={t('Last backup')}>{overview !== undefined && <BackupDay backup={overview.last_backup} />}</Fact>
        <Fact label={t('Answers come from')}>
          {status !== undefined && (
            <Link to="/models">
              {isBuiltin ? t('The built-in engine') : (status.orchestration_model ?? t('A language model'))}
            </Link>
          )}
        </Fact>
        <Fact label={t('Queued emails')}>{overview === undefined ? '' : formatCount(overview.queued_emails)}</Fact>
      </dl>
      {overview !== undefined && <InstallationNotes overview={overview} />}
    </OverviewSection>
  )
}

function BackupDay({ backup }: { backup: Overview['last_backup'] }) {
  const { t } = useTranslation()
  return backup === null ? <span className="text-warning">{t('No backup yet')}</span> : <>{formatDate(backup.at)}</>
}

/** After this many days without a backup, the overview says so. */
const oldAfterDays = 7
const dayMs = 24 * 60 * 60 * 1000

/** Details of the last backup, and what to do if there is none, or if the pages are of another version. */
function InstallationNotes({ overview: { version, last_backup: backup } }: { overview: Overview }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const command = 'npm run backup -- FOLDER'
  const days = backup === null ? 0 : Math.floor((now.getTime() - Date.parse(backup.at)) / dayMs)
  return (
    <div className="text-meta mt-2 grid gap-2 text-muted wrap-anywhere">
      {version !== productVersion && (
        <p className="text-warning">
          {t('This page is of version {page}. Reload it. If this stays, restart the server, which builds its pages.', {
            page: productVersion,
          })}
        </p>
      )}
      {backup === null ? (
        <p>
          {t('Run {command} on the server, best every night. Copies made in other ways are not listed.', { command })}
        </p>
      ) : (
        <p>
          {t('{when}, {size}, in {folder}.', {
            when: formatMoment(backup.at),
            size: formatBytes(backup.bytes),
            folder: backup.folder,
          })}{' '}
          {days >= oldAfterDays &&
            t('That was {n, plural, one {# day} other {# days}} ago. Run {command} on the server.', {
              n: days,
              command,
            })}
        </p>
      )}
      <p>
        <a className="underline underline-offset-3" href="/docs/backup">
          {t('Backup and restore')}
        </a>
      </p>
    </div>
  )
}
