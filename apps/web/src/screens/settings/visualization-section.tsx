import { ownVisualizationPage, updateVisualizationRequestSchema } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveVisualization, visualizationQuery } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormActions, LoadState, SectionNote, SettingsForm, SettingsSection } from './settings-section.tsx'
import { useStoredForm } from './use-stored-form.ts'

/** Where results are visualized. */
export function VisualizationSection() {
  const { t } = useTranslation()
  const visualization = useQuery(visualizationQuery)
  return (
    <SettingsSection
      title={t('Visualization server')}
      intro={t('The page that shows results as charts.')}
      effect={t('A saved change applies the next time someone selects Visualize.')}
    >
      <LoadState query={visualization} fallback={t('Could not load the visualization server URL.')} />
      {visualization.data !== undefined && <VisualizationForm stored={visualization.data} />}
    </SettingsSection>
  )
}

function VisualizationForm({ stored }: { stored: { server_url: string } }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useStoredForm(updateVisualizationRequestSchema, stored, { reValidateMode: 'onSubmit' })
  const { section } = form
  const handleSubmit = form.save(async ({ server_url: url }) => {
    await saveVisualization(url)
    await queryClient.invalidateQueries({ queryKey: visualizationQuery.queryKey })
    return t('Visualization server URL saved.')
  }, t('Failed to update visualization server URL'))
  const handleOwnPage = () => {
    form.edit({ server_url: ownVisualizationPage })
    void handleSubmit()
  }
  return (
    <SettingsForm onSubmit={handleSubmit}>
      <Field
        label={t('Visualization server URL')}
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        hint={
          stored.server_url === ownVisualizationPage
            ? t(
                'Parlance uses its own page, {page}. If you enter another server, the path is appended automatically.',
                {
                  page: ownVisualizationPage,
                },
              )
            : t('The path is appended automatically.')
        }
        {...form.field('server_url')}
      />
      <SectionNote message={section.message} />
      <FormActions>
        {stored.server_url !== ownVisualizationPage && (
          <Button disabled={section.work !== null} onClick={handleOwnPage}>
            {t('Use built-in page')}
          </Button>
        )}
        <Button type="submit" kind="primary" disabled={section.work !== null}>
          {section.work === null ? t('Save URL') : t('Saving...')}
        </Button>
      </FormActions>
    </SettingsForm>
  )
}
