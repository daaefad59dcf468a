import { render } from "preact";
import { Navigation } from "./navigation";
import { readSaved } from "./review/saved";
import { address, route } from "./route";
import { answerWith } from "./service";
import { views } from "./views";
import { chooseLanguage, LANGUAGES, language, words } from "./words/words";

function Page() {
  const [name = "", ...parts] = route.value;
  const View = views[name];
  return (
    <>
      <header>
        <a href={address()} class="title">
          {words().page.title}
        </a>
        {answers === undefined && <Navigation present={name} />}
        <div class="languages" role="group" aria-label={words().page.language}>
          {Object.entries(LANGUAGES).map(([code, title]) => (
            <button
              type="button"
              lang={code}
              aria-pressed={code === language.value}
              onClick={() => chooseLanguage(code)}
            >
              {title}
            </button>
          ))}
        </div>
      </header>
      <main>{View ? <View parts={parts} /> : <p>{words().page.noSuchView(name)}</p>}</main>
    </>
  );
}

const root = document.getElementById("page");
const answers = await readSaved();
if (answers !== undefined) {
  answerWith(answers);
  if (route.value[0] !== "review") route.value = ["review", "file"];
}
if (root !== null) render(<Page />, root);
