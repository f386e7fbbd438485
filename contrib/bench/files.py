"""The rows of the bench on files of banks: `saldovakt import` of 100,000 transactions in each format."""
import datetime
import json
import pathlib
import random
import resource
import shutil
import subprocess

ROWS = 100_000
ACCOUNT = "12345678903"
CAMT_ENTRY = """<Ntry><NtryRef>{number}</NtryRef><Amt Ccy="NOK">{size}</Amt><CdtDbtInd>{side}</CdtDbtInd>
 <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{day}</Dt></BookgDt><ValDt><Dt>{day}</Dt></ValDt>
 <AcctSvcrRef>99{number:07d}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>CCRD</Cd>
 <SubFmlyCd>POSD</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs>
 <EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>{text}</Nm></Pty></Cdtr></RltdPties>
 <RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
"""
CAMT_BALANCE = """<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy="NOK">{size}</Amt>
 <CdtDbtInd>{side}</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>
"""


class Files:
    """Reading, reconciling and storing a file; CPU of the whole process."""

    header = ("import of 100,000 transactions", "megabytes", "dry run", "stored", "note")

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        self.rows = []

    def measure(self):
        settings = self.folder / "files.json"
        settings.write_text(json.dumps({"version": 1, "banks": [{
            "id": "bank", "type": "files", "folder": str(self.folder),
            "account": {"number": ACCOUNT}}]}))
        for name, content in (("CSV", csv), ("CAMT.053", camt), ("OFX 1", ofx)):
            file = self.folder / "statement"
            file.write_text(content(transactions()), encoding="utf-8")
            figures = [self.seconds(file, settings, *options) for options in (["--dry-run"], [])]
            self.rows.append((
                name, f"{file.stat().st_size / 1e6:.0f}", *(f"{figure:.2f} s" for figure in figures),
                "reach: 2 s"))

    def seconds(self, file, settings, *options):
        state = self.folder / "imported"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run(
            [self.program, "import", str(file), "--settings", str(settings), "--state", str(state),
             "--json", *options], check=True, stdout=subprocess.PIPE).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert json.loads(output)[0]["added"] == ROWS, output
        shutil.rmtree(state, ignore_errors=True)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def transactions():
    """Day, amount in øre and text of each, oldest first."""
    chance = random.Random(1)
    start = datetime.date(2020, 1, 1)
    shops = ("PUMPESTASJON 44", "KIWI 505 FJORDBY", "REMA FJORDBY TORG", "BOKHANDELEN I STRANDGATA")
    return [(start + datetime.timedelta(days=number // 50), chance.randint(-200_000, 50_000) or 1,
             f"{chance.choice(shops)} {number}") for number in range(ROWS)]


def decimal(amount, point="."):
    return f"{amount // 100}{point}{amount % 100:02d}"


def csv(rows):
    lines = ["Dato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;"]
    for day, amount, text in rows:
        size, date = decimal(abs(amount), ","), day.strftime("%d.%m.%Y")
        sides = (f"{size};;{ACCOUNT};" if amount > 0 else f";-{size};;{ACCOUNT}")
        lines.append(f'{date};"{text}";{date};{sides};')
    return "\n".join(lines) + "\n"


def camt(rows):
    opening = 1_000_000
    closing = opening + sum(amount for _, amount, _ in rows)

    def signed(amount, **more):
        return {"size": decimal(abs(amount)), "side": "CRDT" if amount >= 0 else "DBIT", **more}

    head = (f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S</Id>'
            f"<Acct><Id><Othr><Id>{ACCOUNT}</Id></Othr></Id><Ccy>NOK</Ccy></Acct>")
    return "".join((
        head, CAMT_BALANCE.format(**signed(opening, code="OPBD", day=rows[0][0])),
        CAMT_BALANCE.format(**signed(closing, code="CLBD", day=rows[-1][0])),
        *(CAMT_ENTRY.format(**signed(amount, number=number, day=day, text=text))
          for number, (day, amount, text) in enumerate(rows)),
        "</Stmt></BkToCstmrStmt></Document>\n"))


def ofx(rows):
    lines = ["OFXHEADER:100", "DATA:OFXSGML", "CHARSET:1252", "", "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>",
             "<CURDEF>NOK", f"<BANKACCTFROM><ACCTID>{ACCOUNT}", "</BANKACCTFROM><BANKTRANLIST>"]
    for number, (day, amount, text) in enumerate(rows):
        sign = "-" if amount < 0 else ""
        lines += ["<STMTTRN>", f"<DTPOSTED>{day:%Y%m%d}120000", f"<TRNAMT>{sign}{decimal(abs(amount))}",
                  f"<FITID>F{number}", f"<NAME>{text}", "</STMTTRN>"]
    return "\n".join(lines + ["</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"]) + "\n"
