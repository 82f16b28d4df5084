import { ownVisualizationPage, updateVisualizationRequestSchema } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveVisualization, visualizationQuery } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useDirty } from './use-dirty.ts'
import { useSection } from './use-section.ts'

/** Where results are visualised. */
export function VisualizationSection() {
  const { t } = useTranslation()
  const visualization = useQuery(visualizationQuery)
  return (
    <SettingsSection title={t('Visualization server')} intro={t('Where results open as charts.')}>
      <LoadState query={visualization} fallback={t('Failed to load the visualization server URL')} />
      {visualization.data !== undefined && <VisualizationForm stored={visualization.data.server_url} />}
    </SettingsSection>
  )
}

function VisualizationForm({ stored }: { stored: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const section = useSection()
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const url = draft ?? stored
  useDirty(draft !== null && draft !== stored)
  const save = async (wanted: string) => {
    const checked = updateVisualizationRequestSchema.safeParse({ server_url: wanted })
    setProblem(checked.error?.issues[0]?.message ?? null)
    if (!checked.success) return
    const saved = await section.run(
      'save',
      async () => {
        await saveVisualization(checked.data.server_url)
        await queryClient.invalidateQueries({ queryKey: visualizationQuery.queryKey })
        return t('Visualization server URL saved.')
      },
      t('Failed to update visualization server URL'),
    )
    if (saved) setDraft((current) => (current === draft ? null : current))
  }
  return (
    <SettingsForm onSubmit={() => save(url)}>
      <Field
        label={t('Visualization server URL')}
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        hint={
          stored === ownVisualizationPage
            ? t('This server has a page for it: {{page}}. For another server, its path is appended automatically.', {
                page: ownVisualizationPage,
              })
            : t('The path is appended automatically.')
        }
        error={problem === null ? undefined : t(problem)}
        value={url}
        onChange={(event) => setDraft(event.target.value)}
      />
      <SectionNote message={section.message} />
      <div className="set-acts">
        {stored !== ownVisualizationPage && (
          <Button disabled={section.work !== null} onClick={() => void save(ownVisualizationPage)}>
            {t('Use the page of this server')}
          </Button>
        )}
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {section.work === null ? t('Save URL') : t('Saving...')}
        </Button>
      </div>
    </SettingsForm>
  )
}
