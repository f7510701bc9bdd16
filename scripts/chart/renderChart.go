// Renders a Helm chart as Helm's engine does: Go's text/template with sprig and Helm's own functions, for tests on machines
// without Helm. Prints {template: text} as JSON. Arguments: the chart's folder, a values file that overrides its values,
// and the names of the release and its namespace. The Go libraries are those of Debian.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

// files answers .Files.Get.
type files struct{ folder string }

func (own files) Get(name string) string {
	text, err := os.ReadFile(filepath.Join(own.folder, name))
	if err != nil {
		return ""
	}
	return string(text)
}

func main() {
	if err := render(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(folder, overrides, release, namespace string) error {
	chart, err := readObject(filepath.Join(folder, "Chart.yaml"))
	if err != nil {
		return err
	}
	values, err := readObject(filepath.Join(folder, "values.yaml"))
	if err != nil {
		return err
	}
	changed, err := readObject(overrides)
	if err != nil {
		return err
	}
	merge(values, changed)
	data := object{
		"Values":  values,
		"Chart":   capitalized(chart),
		"Files":   files{folder},
		"Release": object{"Name": release, "Namespace": namespace, "Service": "Helm", "IsInstall": true, "IsUpgrade": false, "Revision": 1},
	}
	paths, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	if err != nil {
		return err
	}
	all := template.New(filepath.Base(folder)).Option("missingkey=error")
	all.Funcs(functions(all))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := all.New(filepath.Base(path)).Parse(string(text)); err != nil {
			return err
		}
	}
	rendered := map[string]string{}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var out bytes.Buffer
		if err := all.ExecuteTemplate(&out, name, data); err != nil {
			return err
		}
		rendered[name] = out.String()
	}
	return json.NewEncoder(os.Stdout).Encode(rendered)
}

func functions(all *template.Template) template.FuncMap {
	own := sprig.TxtFuncMap()
	delete(own, "env")
	delete(own, "expandenv")
	own["include"] = func(name string, data interface{}) (string, error) {
		var out strings.Builder
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	own["toYaml"] = func(value interface{}) string {
		text, _ := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n")
	}
	own["fromYaml"] = func(text string) (object, error) {
		value := object{}
		return value, yaml.Unmarshal([]byte(text), &value)
	}
	own["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return value, errors.New(message)
		}
		return value, nil
	}
	return own
}

func readObject(path string) (object, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	value := object{}
	return value, yaml.Unmarshal(text, &value)
}

// merge changes values as Helm's -f does: objects by key, everything else as a whole; null deletes.
func merge(values, changed object) {
	for name, value := range changed {
		if value == nil {
			delete(values, name)
			continue
		}
		inner, isObject := value.(object)
		known, wasObject := values[name].(object)
		if isObject && wasObject {
			merge(known, inner)
		} else {
			values[name] = value
		}
	}
}

// capitalized has the names that templates use: .Chart.AppVersion.
func capitalized(chart object) object {
	out := object{}
	for name, value := range chart {
		out[strings.ToUpper(name[:1])+name[1:]] = value
	}
	return out
}
