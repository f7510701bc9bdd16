{{/* What every pod has in common, without its container's own fields. */}}
{{- define "portico.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 64Mi }
{{- end -}}

{{/* What every container has in common. */}}
{{- define "portico.container" -}}
image: {{ include "portico.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end -}}

{{- define "portico.databaseEnv" -}}
{{- with .Values.secrets.database -}}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .name }}, key: {{ .key }} } }
{{- if .directKey }}
- name: DATABASE_DIRECT_URL
  valueFrom: { secretKeyRef: { name: {{ .name }}, key: {{ .directKey }} } }
{{- end }}
{{- end }}
{{- end -}}

{{/* An app's environment: dict "root" $ "name" name "app" (of files/apps.yaml) "values" (of the app) */}}
{{- define "portico.env" -}}
{{- $values := .root.Values -}}
{{- $prefix := printf "PORTICO_%s" (upper .name) -}}
{{- $settings := dict -}}
{{- if .app.port -}}
{{- $_ := set $settings (printf "%s_PORT" $prefix) .app.port -}}
{{- end -}}
{{- if or .app.port (eq .name "indexer") -}}
{{- $_ := set $settings (printf "%s_HOST" $prefix) "0.0.0.0" -}}
{{- end -}}
{{- if .app.metricsPort -}}
{{- $_ := set $settings (printf "%s_METRICS_PORT" $prefix) .app.metricsPort -}}
{{- if .app.port -}}
{{- $_ := set $settings (printf "%s_METRICS_HOST" $prefix) "0.0.0.0" -}}
{{- $_ := set $settings "PORTICO_TRUSTED_PROXIES" (join "," $values.trustedProxies) -}}
{{- end -}}
{{- end -}}
{{- if eq .name "indexer" -}}
{{- $_ := set $settings "PORTICO_MIGRATE" "off" -}}
{{- end -}}
{{- range $of, $url := omit $values.urls "api" -}}
{{- $_ := set $settings (printf "PORTICO_%s_URL" (upper $of)) $url -}}
{{- end -}}
{{- $api := ternary (printf "http://%s-api:4000" .root.Release.Name) $values.urls.api .app.calls -}}
{{- $_ := set $settings "PORTICO_API_URL" $api -}}
{{- range $name, $value := mergeOverwrite $settings $values.settings .values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- if .app.database }}
{{ include "portico.databaseEnv" .root }}
{{- end }}
{{- if .app.nodes }}
{{- range $values.secrets.nodes.keys }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $values.secrets.nodes.name }}, key: {{ . }} } }
{{- end }}
{{- end }}
{{- range .app.keys }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $values.secrets.keys.name }}, key: {{ . }} } }
{{- end }}
{{- range $name, $from := .values.settingsFrom }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $from.name }}, key: {{ $from.key }} } }
{{- end }}
{{- end -}}
