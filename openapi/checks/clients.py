"""A client in every language: generated, compiled, and run."""

import json
import os
import re
import shutil
from pathlib import Path

from .tools import CLIENTS, DOCUMENT, NODE, OLDER, VENV, WORK, Failed, files, fresh, run, site


def openapi_generator(language, folder, *options):
    jar = site("openapi_generator_cli", "openapi-generator.jar")
    run("java", "-jar", jar, "generate", "-i", DOCUMENT, "-g", language, "-o", folder, *options,
        "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false")


def examples(folder):
    """A file of every example of the document, each with the name of its schema."""
    found = []
    for item in json.loads(DOCUMENT.read_text())["paths"].values():
        for operation in item.values():
            for body in [operation.get("requestBody", {}), *operation["responses"].values()]:
                content = body.get("content", {}).get("application/json", {})
                shown = [it["value"] for it in content.get("examples", {}).values()] or [content.get("example")]
                name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
                found += [{"schema": name, "example": it} for it in shown if name and it is not None]
    file = folder / "examples.json"
    file.write_text(json.dumps(found))
    return file


def copied(language, folder):
    """Our driver beside the generated code."""
    shutil.copytree(CLIENTS / language, folder, dirs_exist_ok=True)


def node(program, *arguments, cwd, **env):
    return run("node", NODE / "node_modules" / program, *arguments, cwd=cwd, **env)


def compile_typescript(folder):
    (folder / "node_modules").symlink_to(NODE / "node_modules")
    (folder / "package.json").write_text('{"type": "module"}')
    node("typescript/bin/tsc", cwd=folder)
    return lambda url: run("node", folder / "built" / "drive.js", url)


def typescript():
    folder = fresh("typescript")
    copied("typescript", folder)
    node("openapi-typescript/bin/cli.js", DOCUMENT, "-o", folder / "api.ts", cwd=folder)
    return compile_typescript(folder)


def heyapi():
    folder = fresh("heyapi")
    copied("heyapi", folder)
    node("@hey-api/openapi-ts/bin/run.js", cwd=folder, PIPKEEPER_DOCUMENT=str(DOCUMENT))
    return compile_typescript(folder)


def python():
    folder = fresh("python")
    copied("python", folder)
    said = run("openapi-python-client", "generate", "--path", DOCUMENT, "--meta", "none",
               "--output-path", folder / "pipkeeper_client", "--config", folder / "config.yaml", "--fail-on-warning")
    if "WARNING" in said or "Warning" in said:
        raise Failed(said)
    run("mypy", "--strict", "pipkeeper_client", "drive.py", cwd=folder)
    return lambda url: run(VENV / "bin" / "python", folder / "drive.py", url, examples(folder), PYTHONPATH=str(folder))


def java():
    folder = fresh("java")
    openapi_generator("java", folder,
                      "--additional-properties=library=native,useJakartaEe=true,openApiNullable=false")
    copied("java", folder)
    jar = site("openapi_generator_cli", "openapi-generator.jar")
    sources = [*files(folder / "src" / "main", "java"), *files(folder / "stubs", "java"), folder / "Drive.java"]
    run("javac", "-nowarn", "-proc:none", "-Xmaxerrs", "2000", "-d", folder / "built", "-cp", jar, *sources)
    return lambda url: run("java", "-cp", f"{folder / 'built'}{os.pathsep}{jar}", "Drive", url, examples(folder))


def kotlin():
    folder = fresh("kotlin")
    openapi_generator("kotlin", folder, "--additional-properties=library=jvm-okhttp4,"
                      "serializationLibrary=kotlinx_serialization,generateOneOfAnyOfWrappers=true,"
                      "enumUnknownDefaultCase=true")
    copied("kotlin", folder)
    code = folder / "src/main/kotlin/org/openapitools/client"
    # OkHttp is in no registry that this uses, so the driver sends the models itself.
    infrastructure = [code / "infrastructure" / "Serializer.kt", *(code / "infrastructure").glob("*Adapter.kt")]
    compiler = NODE / "node_modules" / "kotlin-compiler" / "lib"
    names = ["compiler", "stdlib", "script-runtime", "reflect"]
    tool = [*(compiler / f"kotlin-{name}.jar" for name in names),
            compiler / "annotations-13.0.jar", compiler / "kotlinx-coroutines-core-jvm.jar"]
    library = [compiler / "kotlin-stdlib.jar", *(
        site("run_kotlin_kernel", "jars", f"kotlinx-serialization-{name}-jvm-1.9.0.jar") for name in ["core", "json"])]
    path = os.pathsep.join(map(str, library))
    run("java", "-Xmx3g", "-cp", os.pathsep.join(map(str, tool)), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
        "-no-stdlib", "-no-reflect", "-nowarn", "-cp", path,
        f"-Xplugin={compiler / 'kotlin-serialization-compiler-plugin.jar'}",
        "-d", folder / "built", code / "models", *infrastructure, folder / "Drive.kt")
    return lambda url: run("java", "-cp", f"{folder / 'built'}{os.pathsep}{path}", "DriveKt", url, examples(folder))


def rust():
    folder = CLIENTS / "rust"
    run("cargo", "build", "--locked", "--quiet", "--manifest-path", folder / "Cargo.toml",
        CARGO_TARGET_DIR=str(WORK / "rust"), PIPKEEPER_DOCUMENT=str(OLDER))
    return lambda url: run(WORK / "rust" / "debug" / "pipkeeper-client-check", url)


def parsed(language, folder, ending, forbidden):
    """Parses what no compiler is there for, and looks for the names that the language keeps to itself."""
    found = run(VENV / "bin" / "python", CLIENTS / "parse.py", language, *files(folder, ending))
    for file in files(folder, ending):
        for pattern, why in forbidden:
            for hit in re.finditer(pattern, file.read_text(), re.MULTILINE):
                found += f"{file.name}: {hit.group(0).strip()}: {why}\n"
    if found:
        raise Failed(found)


def swift():
    folder = fresh("swift")
    openapi_generator("swift6", folder,
                      "--additional-properties=enumUnknownDefaultCase=true,oneOfUnknownDefaultCase=true")
    parsed("swift", folder / "Sources" / "OpenAPIClient" / "Models", "swift", [
        (r"case (self|init|Type|Protocol)\b", "a word of Swift"),
        (r"public (struct|enum|class) (Any|Array|Character|Data|Date|Decoder|Dictionary|Double|Encoder|Error|"
         r"Int|Never|Optional|Result|Set|String|Table|Task|Type|URL|UUID|Void)\b", "Swift has a type of this name"),
    ])


def dart():
    folder = fresh("dart")
    openapi_generator("dart-dio", folder)
    parsed("dart", folder / "lib", "dart", [
        (r"^  static const \w+ (name|values|valueOf|index|hashCode|runtimeType|serializer) =", "built_value keeps this"),
        (r"class (Action|Duration|Enum|Function|Future|Iterable|Key|List|Map|Null|Object|Override|Record|Set|"
         r"Stream|String|Symbol|Table|Type|Visibility)\b", "Dart or Flutter has a class of this name"),
    ])


def ran(language, said="generated, compiled, ran"):
    """The check of a language: its client is made, and keeps the score at a service."""
    def check(url):
        language()(url)
        return said
    return check


def read(language):
    """The check of a language that has no compiler here."""
    def check(_url):
        language()
        return "generated and parsed; it has no compiler here"
    return check


# What each needs.
LANGUAGES = {
    "typescript": (ran(typescript), ["node"]),
    "heyapi": (ran(heyapi), ["node"]),
    "python": (ran(python), []),
    "java": (ran(java), ["java", "javac"]),
    "kotlin": (ran(kotlin, "generated, models compiled, ran; there is no OkHttp here"), ["node", "java"]),
    "swift": (read(swift), ["java"]),
    "dart": (read(dart), ["java"]),
    "rust": (ran(rust), ["cargo"]),
}
ONLY_ALL = ["rust"]
